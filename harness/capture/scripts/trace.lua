-- Writes a trace of the form of harness/trace/FORMAT.md: changed cells, equal frames folded, a full
-- row every 1,000 rows, the footer with its SHA-256. The file is called NAME.part until it is
-- whole.
local FULL_EVERY, LARGEST_FOLD = 1000, 1000000

-- Lua 5.1 and 5.4 print numbers differently; this is the same in both.
local function whole(value) return string.format('%.0f', value) end

return function(name, header, cellCount)
  local part = name .. '.part'
  local file, reason = io.open(part, 'wb')
  if not file then return nil, reason end
  local digest = sha256()
  local last, held = {}, nil
  local rows, frames, sinceFull = 0, 0, FULL_EVERY
  local trace = { name = name }

  local function line(text)
    digest:add(text .. '\n')
    file:write(text, '\n')
  end

  local function flush()
    if not held then return end
    line('[' .. whole(held.frame) .. ',' .. whole(held.pad) .. ',' .. (held.full and '"full",' or '') .. '['
      .. table.concat(held.items, ',') .. ']' .. (held.count > 1 and ',' .. whole(held.count) or '') .. ']')
    rows, frames = rows + 1, frames + held.count
    if held.full then file:flush() end
    held = nil
  end

  -- values: every cell at the end of the frame, from 1 on
  function trace.frame(frame, pad, values)
    local changes = {}
    for index = 1, cellCount do
      if values[index] ~= last[index] then
        last[index] = values[index]
        changes[#changes + 1] = whole(index - 1)
        changes[#changes + 1] = whole(values[index])
      end
    end
    if held and #changes == 0 and held.pad == pad and frame == held.frame + held.count and held.count < LARGEST_FOLD then
      held.count = held.count + 1
      return
    end
    flush()
    local full = sinceFull >= FULL_EVERY
    sinceFull = full and 1 or sinceFull + 1
    if full then
      changes = {}
      for index = 1, cellCount do changes[index] = whole(values[index]) end
    end
    held = { frame = frame, pad = pad, full = full, items = changes, count = 1 }
  end

  -- Returns the number of frames.
  function trace.finish()
    flush()
    local footer = '{"end":1,"rows":' .. whole(rows) .. ',"frames":' .. whole(frames)
    file:write(footer, ',"sha256":"', digest:finish(), '"}\n')
    file:close()
    assert(os.rename(part, name))
    return frames
  end

  line(header)
  return trace
end
