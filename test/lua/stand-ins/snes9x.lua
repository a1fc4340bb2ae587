-- Stand-in for snes9x-rr: lua snes9x.lua SCRIPT FRAMES. Bus addresses; no frameadvance in that
-- tree.
local M = dofile(arg[0]:gsub('[^/]*$', '') .. 'memory.lua')
M.load(arg[2])
local after, exit

local function reader(width)
  return function(address)
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
  registerafter = function(call) after = call end,
  registerexit = function(call) exit = call end,
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
while M.advance() do (drawn or after)() end
if exit then exit() end
