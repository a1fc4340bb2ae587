-- Snes9x rerecording (snes9x-rr). Memory is addressed on the bus; registerafter comes after every
-- frame.
local WORK_RAM = 0x7E0000

local session = createSession({
  name = 'Snes9x-rr',
  version = 'unknown',
  title = 'unknown',
  from = "Snes9x's emu.framecount() after the frame; the row is the state then",
  read = function(offset, width)
    if width == 1 then return memory.readbyte(WORK_RAM + offset) end
    if width == 2 then return memory.readword(WORK_RAM + offset) end
    return memory.readdword(WORK_RAM + offset)
  end,
  block = memory.readbyterange and function(offset, length)
    local bytes = memory.readbyterange(WORK_RAM + offset, length)
    return type(bytes) == 'string' and { bytes:byte(1, length) } or bytes
  end,
  lagged = emu.lagged,
  say = function(text) print(text) end,
})

emu.registerafter(function() session.frame(emu.framecount()) end)
emu.registerexit(function() session.finish('the script was stopped') end)
