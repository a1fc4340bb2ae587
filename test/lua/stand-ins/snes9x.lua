-- Stand-in for snes9x-rr: lua snes9x.lua SCRIPT FRAMES. Bus addresses; no frameadvance in that
-- tree.
local M = dofile(arg[0]:gsub('[^/]*$', '') .. 'memory.lua')
M.load(arg[2])
local after, before, exit

local function reader(width)
  return function(address)
    if address < 0x10000 then return M.bus(address) end
    assert(address >= 0x7E0000, 'not work RAM: ' .. tostring(address))
    return M.read(address - 0x7E0000, width)
  end
end

memory = {
  readbyterange = function(address, length) return M.block(address - 0x7E0000, length) end,
  readbyte = reader(1), readword = reader(2), readdword = reader(4),
}
emu = {
  framecount = function() return M.number end,
  lagged = M.lagged,
  message = function() end,
  registerbefore = function(call) before = call end,
  registerafter = function(call) after = call end,
  registerexit = function(call) exit = call end,
}

joypad = {
  set = function(port, pad)
    assert(port == 1 and pad.start ~= nil and pad.A ~= nil)
    M.pad = pad
  end,
}

local drawn
gui = {
  register = function(call) drawn = call end,
  -- Colours are #rrggbb; the outline is black.
  text = function(x, y, text, colour)
    local rgb = assert(tostring(colour):match('^#(%x%x%x%x%x%x)$'), 'colour: ' .. tostring(colour))
    M.draw(x, y, text, { colour = tonumber(rgb, 16), box = 0, opacity = 0, widths = 4 })
  end,
}

assert(loadfile(arg[1]))()
local function advance()
  if before then before() end
  return M.advance()
end
while advance() do (drawn or after)() end
if exit then exit() end
