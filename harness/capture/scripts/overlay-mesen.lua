-- Mesen 2: what is drawn at the end of a frame is shown with it.
local WORK_RAM = emu.memType.snesWorkRam
local lines = createOverlay(function(offset, width)
  if width == 1 then return emu.read(offset, WORK_RAM, false) end
  return emu.read16(offset, WORK_RAM, false)
end)
emu.addEventCallback(function()
  for index, text in ipairs(lines()) do emu.drawString(4, 4 + 9 * (index - 1), text, 0xFFFFFF, 0x60000000) end
end, emu.eventType.endFrame)
