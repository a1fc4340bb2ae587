-- Stand-in for BizHawk: lua bizhawk.lua SCRIPT FRAMES. Functions as its Lua documentation has them;
-- the script is a coroutine that is resumed once a frame.
local M = dofile(arg[0]:gsub('[^/]*$', '') .. 'memory.lua')
M.load(arg[2])
local count = M.frames[1][1]
local exit, loaded

local function reader(width)
  return function(address, domain)
    assert(domain == 'WRAM', 'domain: ' .. tostring(domain))
    return M.read(address, width)
  end
end

memory = {
  read_bytes_as_array = function(address, length, domain)
    assert(domain == 'WRAM', 'domain: ' .. tostring(domain))
    return M.block(address, length)
  end,
  read_u8 = function(address, domain)
    if domain == 'System Bus' then return M.bus(address) end
    return reader(1)(address, domain)
  end,
  read_u16_le = reader(2),
  read_u32_le = reader(4),
  -- 0-based, as a .NET list is handed over.
  getmemorydomainlist = function() return { [0] = 'WRAM', 'CARTROM', 'System Bus' } end,
  getmemorydomainsize = function(name) return name == 'CARTROM' and 262144 or error(name) end,
  hash_region = function(from, length, name)
    assert(from == 0 and length == 262144 and name == 'CARTROM')
    return string.rep('AB', 32)
  end,
}
client = { getversion = function() return '2.10' end }
gameinfo = {
  getromname = function() return 'Stand-in "ROM" \\ \227\131\169' end,
  getromhash = function() return os.getenv('GAME_HASH') or string.rep('CD', 20) end,
}
console = { log = function(text) print(text) end }
event = {
  onexit = function(call) exit = call end,
}
emu = {
  getsystemid = function() return 'SNES' end,
  framecount = function() return count end,
  islagged = M.lagged,
  frameadvance = function() coroutine.yield() end,
}

joypad = {
  set = function(pad, number)
    assert(number == 1)
    M.pad = pad
  end,
}

gui = {
  -- Colours are AARRGGBB; the text stands on a box of the second.
  pixelText = function(x, y, text, colour, box, font)
    assert(font == 'gens', 'font: ' .. tostring(font))
    local function split(argb) return argb % 0x1000000, math.floor(argb / 0x1000000) / 255 end
    local fore, opacity = split(colour)
    assert(opacity == 1)
    M.draw(x, y, text, { colour = fore, box = split(box), opacity = select(2, split(box)), widths = 4 })
  end,
}

local script = coroutine.create(assert(loadfile(arg[1])))
while true do
  assert(coroutine.resume(script))
  if coroutine.status(script) == 'dead' or not M.advance() then break end
  count = M.number + 1
  if arg[3] == 'load' and M.at == 20 and not loaded then
    loaded = true
    M.back(tonumber(arg[4]))
    count = M.number + 1
  end
end
if exit then exit() end
