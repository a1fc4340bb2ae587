-- What all stand-ins share: work RAM as bytes, and the recorded frames that change it. The frames
-- are in a text file: a line "i OFFSET HEX" for the state before, then per frame "f NUMBER
-- OFFSET=VALUE ...", numbers in decimal. The file "-" is whoever stands behind the standard input:
-- a line "h HEX" has the internal header of the ROM, "i" lines the state before, "g" ends them; each
-- frame is asked for by a line "pad BUTTON ..." with the buttons that are down.
local M = { bytes = {}, frames = {}, at = 0, number = 0, header = {}, pad = {} }

local function bytesOf(hex, first, into)
  for index = 0, #hex / 2 - 1 do into[first + index] = tonumber(hex:sub(2 * index + 1, 2 * index + 2), 16) end
end

local function begin()
  M.frames[1] = { 0, '' }
  for line in io.lines() do
    if line == 'g' then return end
    local kind, offset, hex = line:match('^(%a) ?(%d*) (%x+)$')
    if kind == 'h' then bytesOf(hex, 0xFFC0, M.header) else bytesOf(hex, tonumber(offset), M.bytes) end
  end
end

-- One frame by whoever stands behind the standard input.
local function ask()
  local list = {}
  for button, isDown in pairs(M.pad) do
    if isDown then list[#list + 1] = button end
  end
  table.sort(list)
  M.pad = {}
  io.write('pad ', table.concat(list, ' '), '\n')
  io.flush()
  local line = io.read()
  if not line then return false end
  M.number = M.number + 1
  for offset, value in line:gmatch('(%d+)=(%d+)') do M.bytes[tonumber(offset)] = tonumber(value) end
  return true
end

-- A byte of the ROM's internal header, on the bus.
function M.bus(address) return assert(M.header[address], 'not the header: ' .. tostring(address)) end

function M.load(file)
  M.file = file
  if file == '-' then return begin() end
  for line in io.lines(file) do
    local kind, rest = line:match('^(%a) (.*)$')
    if kind == 'i' then
      local offset, hex = rest:match('^(%d+) (%x+)$')
      for index = 0, #hex / 2 - 1 do
        M.bytes[tonumber(offset) + index] = tonumber(hex:sub(2 * index + 1, 2 * index + 2), 16)
      end
    else
      local number, changes = rest:match('^(%d+)(.*)$')
      M.frames[#M.frames + 1] = { tonumber(number), changes }
    end
  end
end

-- Emulates one frame; false when there is none left.
function M.advance()
  if M.file == '-' then return ask() end
  M.at = M.at + 1
  local frame = M.frames[M.at]
  if not frame then return false end
  M.number = frame[1]
  for offset, value in frame[2]:gmatch('(%d+)=(%d+)') do M.bytes[tonumber(offset)] = tonumber(value) end
  return true
end

-- A state of an earlier frame is loaded: the memory after that many frames.
function M.back(at)
  M.bytes, M.frames, M.at = {}, {}, 0
  M.load(M.file)
  for _ = 1, at do M.advance() end
end

-- A block read, as a list from 1 on; how many there were.
M.blocks = 0
function M.block(offset, length)
  local bytes = {}
  for index = 1, length do bytes[index] = M.read(offset + index - 1, 1) end
  M.blocks = M.blocks + 1
  return bytes
end

-- Pixels of a text. `widths` is a number, or the width of each character and of any other.
function M.widthOf(text, widths)
  if type(widths) == 'number' then return widths * #text end
  local width = 0
  for character in text:gmatch('.') do width = width + (widths[character] or widths.other) end
  return width
end

-- A text of 7 or 8 pixels height is drawn: the frame, its place and width, its colour, that of the
-- box behind it and how opaque that is. What leaves the game's window is an error.
function M.draw(x, y, text, style)
  local width = M.widthOf(text, style.widths)
  if x < 0 or y < 0 or x + width > 256 or y + 8 > 224 then
    print(string.format('outside of the window: %d,%d, %d wide: %s', x, y, width, text))
  end
  print(string.format('%d %d %d %d %06x %06x %.2f %s', M.number, x, y, width, style.colour, style.box, style.opacity, text))
end

-- Every seventh frame lags.
function M.lagged() return M.number % 7 == 0 end

function M.read(offset, width)
  assert(offset >= 0 and offset + width <= 0x20000, 'outside of work RAM: ' .. tostring(offset))
  local value = 0
  for index = width - 1, 0, -1 do value = value * 256 + (M.bytes[offset + index] or 0x55) end
  return value
end

return M
