-- BizHawk 2.x: text is drawn anew in every frame.
local lines = createOverlay(function(offset, width)
  if width == 1 then return memory.read_u8(offset, 'WRAM') end
  return memory.read_u16_le(offset, 'WRAM')
end)
while true do
  for index, text in ipairs(lines()) do gui.text(4, 4 + 16 * (index - 1), text) end
  emu.frameadvance()
end
