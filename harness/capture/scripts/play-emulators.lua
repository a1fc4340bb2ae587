-- The emulator that runs the script: how it reads, presses and speaks.
local BUTTONS = { 'B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R' }

-- Every button, so that nothing else is down: `name` gives the emulator's own word for it.
local function padOf(list, name)
  local pad = {}
  for _, button in ipairs(BUTTONS) do pad[name(button)] = false end
  for _, button in ipairs(list) do pad[name(button)] = true end
  return pad
end

local function bizhawk()
  local done, digest = pcall(function() return gameinfo.getromhash() end)
  local frame = createPlayer({
    digest = done and type(digest) == 'string' and digest or nil,
    read = function(offset, width)
      return width == 1 and memory.read_u8(offset, 'WRAM') or memory.read_u16_le(offset, 'WRAM')
    end,
    bus = function(address) return memory.read_u8(address, 'System Bus') end,
    say = function(text) console.log(text) end,
  })
  while true do
    local list = frame()
    if not list then return end
    joypad.set(padOf(list, function(button) return button end), 1)
    emu.frameadvance()
  end
end

local function mesen()
  local workRam, bus = emu.memType.snesWorkRam, emu.memType.snesMemory
  local list
  local frame = createPlayer({
    digest = emu.getRomInfo().fileSha1Hash,
    read = function(offset, width)
      return width == 1 and emu.read(offset, workRam, false) or emu.read16(offset, workRam, false)
    end,
    bus = function(address) return emu.read(address, bus, false) end,
    say = function(text)
      emu.log(text)
      emu.displayMessage('lockstep', text)
      print(text)
    end,
  })
  emu.addEventCallback(function() list = frame() end, emu.eventType.endFrame)
  emu.addEventCallback(function()
    if list then emu.setInput(padOf(list, string.lower), 0) end
  end, emu.eventType.inputPolled)
end

local function snes9x()
  local list
  local frame = createPlayer({
    read = function(offset, width)
      return width == 1 and memory.readbyte(0x7E0000 + offset) or memory.readword(0x7E0000 + offset)
    end,
    bus = function(address) return memory.readbyte(address) end,
    say = function(text)
      emu.message(text)
      print(text)
    end,
  })
  local function name(button) return #button == 1 and button or button:lower() end
  emu.registerafter(function() list = frame() end)
  emu.registerbefore(function()
    if list then joypad.set(1, padOf(list, name)) end
  end)
end

if emu and emu.memType then
  mesen()
elseif memory and memory.read_u8 then
  bizhawk()
elseif memory and memory.readbyte and emu and emu.registerafter then
  snes9x()
else
  error('lockstep: this is neither BizHawk nor Mesen 2 nor snes9x-rr')
end
