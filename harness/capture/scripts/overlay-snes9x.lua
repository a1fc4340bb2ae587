-- Snes9x rerecording: the registered function draws whenever the picture is made.
local lines = createOverlay(function(offset, width)
  if width == 1 then return memory.readbyte(0x7E0000 + offset) end
  return memory.readword(0x7E0000 + offset)
end)
gui.register(function()
  for index, text in ipairs(lines()) do gui.text(4, 4 + 8 * (index - 1), text) end
end)
