-- Snes9x rerecording: the registered function draws whenever the picture is made. Its font has
-- characters of 4 x 7 with a black outline.
local lines = createOverlay(function(offset, width)
  if width == 1 then return memory.readbyte(0x7E0000 + offset) end
  return memory.readword(0x7E0000 + offset)
end, function(text) return #text <= 62 end, 27)
gui.register(function()
  local list, mark = lines()
  for index, text in ipairs(list) do
    gui.text(4, 4 + 8 * (index - 1), text, mark and index >= mark and '#ff6060' or '#ffffff')
  end
end)
