-- BizHawk 2.x: text in the game's own pixels, drawn anew in every frame. Its font "gens" has
-- characters of 4 x 7.
local lines = createOverlay(function(offset, width)
  if width == 1 then return memory.read_u8(offset, 'WRAM') end
  return memory.read_u16_le(offset, 'WRAM')
end, function(text) return #text <= 62 end, 27)
while true do
  local list, mark = lines()
  for index, text in ipairs(list) do
    local colour = mark and index >= mark and 0xFFFF6060 or 0xFFFFFFFF
    gui.pixelText(4, 4 + 8 * (index - 1), text, colour, 0xA0000000, 'gens')
  end
  emu.frameadvance()
end
