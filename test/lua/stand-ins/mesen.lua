-- Stand-in for Mesen 2: lua mesen.lua SCRIPT FRAMES [no-io]. Functions as its API reference has
-- them.
local M = dofile(arg[0]:gsub('[^/]*$', '') .. 'memory.lua')
M.load(arg[2])
local types = { snesWorkRam = 'snesWorkRam', snesMemory = 'snesMemory' }
local events = { endFrame = 'endFrame', stateLoaded = 'stateLoaded', scriptEnded = 'scriptEnded', inputPolled = 'inputPolled' }
local calls = {}
local stopped
local folder = os.getenv('DATA_FOLDER')
local gameHash = os.getenv('GAME_HASH') or string.rep('0F', 20)

-- Pixels of the characters that are not 6 wide.
local WIDTHS = { other = 6 }
for width, characters in pairs({ [2] = '!il', [3] = '\',.:;', [4] = '()<>Ijt', [5] = '/-=abcdefghknopqrsuvxyz', [7] = 'O' }) do
  for character in characters:gmatch('.') do WIDTHS[character] = width end
end

local function reader(width)
  return function(address, memType, signed)
    assert(memType == types.snesWorkRam, 'memory type: ' .. tostring(memType))
    assert(signed == false)
    return M.read(address, width)
  end
end

emu = {
  memType = types,
  eventType = events,
  read = function(address, memType, signed)
    if memType == types.snesMemory then return M.bus(address) end
    return reader(1)(address, memType, signed)
  end,
  setInput = function(pad, port)
    assert(port == 0 and pad.a ~= nil and pad.up ~= nil)
    for button, isDown in pairs(pad) do M.pad[#button == 1 and button:upper() or button] = isDown end
  end,
  displayMessage = function() end,
  read16 = reader(2),
  read32 = reader(4),
  getRomInfo = function() return { name = 'stand-in.sfc', path = '/roms/stand-in.sfc', fileSha1Hash = gameHash } end,
  getState = function() return { ['ppu.frameCount'] = M.at == 0 and M.frames[1][1] or M.number + 1 } end,
  getScriptDataFolder = function() return folder end,
  log = function() end,
  addEventCallback = function(call, event)
    assert(events[event] == event, 'event: ' .. tostring(event))
    calls[event] = call
    return 1
  end,
  -- The highest byte of a colour is 0 where it is opaque.
  drawString = function(x, y, text, colour, box)
    assert(colour < 0x1000000, 'a text that is not opaque')
    local opacity = 1 - math.floor(box / 0x1000000) / 255
    M.draw(x, y, text, { colour = colour, box = box % 0x1000000, opacity = opacity, widths = WIDTHS })
  end,
  measureString = function(text) return { width = M.widthOf(text, WIDTHS), height = 9 } end,
  stop = function(code) stopped = code end,
}

local script = assert(loadfile(arg[1]))
local keptIo, keptOs, keptExit = io, os, os.exit
if arg[3] == 'no-io' then io, os = nil, nil end
local done, reason = pcall(script)
io, os = keptIo, keptOs
if not done then
  print(reason)
  keptExit(255)
end
local loaded
local function advance()
  if calls.inputPolled then calls.inputPolled() end
  return M.advance()
end
while not stopped and advance() do
  calls.endFrame()
  if arg[3] == 'load' and M.at == 20 and not loaded then
    loaded = true
    M.back(tonumber(arg[4]))
    calls.stateLoaded()
  end
end
if calls.scriptEnded then calls.scriptEnded() end
keptExit(stopped or 255)
