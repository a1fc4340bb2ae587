-- Mesen 2: what is drawn at the end of a frame is shown with it. Its font has lines of 9 and
-- characters of several widths; the highest byte of a colour is 0 where it is opaque.
local WORK_RAM = emu.memType.snesWorkRam
local lines = createOverlay(function(offset, width)
  if width == 1 then return emu.read(offset, WORK_RAM, false) end
  return emu.read16(offset, WORK_RAM, false)
end, function(text) return emu.measureString(text).width <= 248 end, 24)
emu.addEventCallback(function()
  local list, mark = lines()
  for index, text in ipairs(list) do
    emu.drawString(4, 4 + 9 * (index - 1), text, mark and index >= mark and 0xFF6060 or 0xFFFFFF, 0x60000000)
  end
end, emu.eventType.endFrame)
