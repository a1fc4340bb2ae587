-- Writes a trace of the form of harness/play/trace/FORMAT.md: changed cells, equal frames folded, a full
-- row every 1,000 rows, the footer with its SHA-256. The file is called NAME.part until it is
-- whole. Rows are kept, so that a recording can be cut back to an earlier frame.
local FULL_EVERY, LARGEST_FOLD = 1000, 1000000

-- Lua 5.1 and 5.4 print numbers differently; this is the same in both.
local function whole(value) return string.format('%.0f', value) end

local function rowText(row)
  return '[' .. whole(row.frame) .. ',' .. whole(row.pad) .. ',' .. (row.full and '"full",' or '') .. '['
    .. row.items .. ']' .. (row.count > 1 and ',' .. whole(row.count) or '') .. ']\n'
end

return function(name, header, cellCount)
  local part = name .. '.part'
  local file, reason = io.open(part, 'wb')
  if not file then return nil, reason end
  file:write(header, '\n')
  local last, rows, lags = {}, {}, {}
  -- How many rows are in the file; the last row may still grow.
  local written, sinceFull = 0, FULL_EVERY
  local trace = { name = name }

  local function write(upTo)
    for index = written + 1, upTo do file:write(rowText(rows[index])) end
    if upTo > written then written = upTo end
  end

  -- values: every cell at the end of the frame, from 1 on; lag: the pads were not read in it
  function trace.frame(frame, pad, values, lag)
    if lag then
      local run = lags[#lags]
      if run and run[1] + run[2] == frame then run[2] = run[2] + 1 else lags[#lags + 1] = { frame, 1 } end
    end
    local changes = {}
    for index = 1, cellCount do
      if values[index] ~= last[index] then
        last[index] = values[index]
        changes[#changes + 1] = whole(index - 1)
        changes[#changes + 1] = whole(values[index])
      end
    end
    local held = rows[#rows]
    local follows = held and frame == held.frame + held.count
    if follows and #changes == 0 and held.pad == pad and held.count < LARGEST_FOLD and sinceFull < FULL_EVERY then
      held.count = held.count + 1
      return
    end
    local full = sinceFull >= FULL_EVERY
    write(#rows)
    if full then
      file:flush()
      changes = {}
      for index = 1, cellCount do changes[index] = whole(values[index]) end
    end
    sinceFull = full and 1 or sinceFull + 1
    rows[#rows + 1] = { frame = frame, pad = pad, full = full, items = table.concat(changes, ','), count = 1 }
  end

  -- Takes back a frame and all after it: the next one has a full row.
  function trace.cut(frame)
    local function cutRuns(runs, first, count)
      while #runs > 0 and runs[#runs][first] >= frame do runs[#runs] = nil end
      local run = runs[#runs]
      if run and run[first] + run[count] > frame then run[count] = frame - run[first] end
    end
    cutRuns(rows, 'frame', 'count')
    cutRuns(lags, 1, 2)
    last, sinceFull = {}, FULL_EVERY
    file:close()
    file = assert(io.open(part, 'wb'))
    file:write(header, '\n')
    written = 0
    write(#rows - 1)
  end

  -- Gives the file up.
  function trace.abandon()
    file:close()
    os.remove(part)
  end

  -- Returns the number of frames, and of lag frames.
  function trace.finish()
    write(#rows)
    local digest, frames, lagged, runs = sha256(), 0, 0, {}
    digest:add(header .. '\n')
    for _, row in ipairs(rows) do
      digest:add(rowText(row))
      frames = frames + row.count
    end
    for index, run in ipairs(lags) do
      lagged = lagged + run[2]
      runs[index] = '[' .. whole(run[1]) .. ',' .. whole(run[2]) .. ']'
    end
    file:write('{"end":1,"rows":' .. whole(#rows) .. ',"frames":' .. whole(frames))
    if lagged > 0 then file:write(',"lag":[' .. table.concat(runs, ',') .. ']') end
    file:write(',"sha256":"', digest:finish(), '"}\n')
    file:close()
    assert(os.rename(part, name))
    return frames, lagged
  end

  return trace
end
