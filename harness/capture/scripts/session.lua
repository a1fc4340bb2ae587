-- One recording, whatever the emulator. `emulator` has: name, version, title, sha256 and digest (of
-- the ROM: SHA-256, and the emulator's own SHA-1 or MD5, or nil), from (where its frame numbers
-- count from), folder (put before a relative name), read(offset, width) of work RAM, block(offset,
-- length) as a list of bytes (or nil: read is called for each cell), lagged() (or nil), say(text).
-- A recording of a game starts with the next frame; one of the test ROM at the last frame before
-- its battle. It stays on when a state is loaded: what comes after the loaded frame is taken back.

local function json(text)
  text = tostring(text):gsub('[\\"]', '\\%0'):gsub('[^\32-\126]', '?')
  return text == '' and '?' or text
end

local function hexadecimal(emulator, offset, length)
  local digits = {}
  for index = 1, length do digits[index] = string.format('%02x', emulator.read(offset + index - 1, 1)) end
  return table.concat(digits)
end

local function imageText(emulator)
  local windows = {}
  for index, window in ipairs(LOCKSTEP.image) do
    local offset, length, address = window[1], window[2], window[3]
    windows[index] = string.format('"%s":"%s"', address, hexadecimal(emulator, offset, length))
  end
  return table.concat(windows, ',')
end

local function headerText(emulator, image)
  local values = {
    EMULATOR = json(emulator.name),
    VERSION = json(emulator.version),
    TITLE = json(emulator.title),
    FROM = json(emulator.from),
  }
  local text = LOCKSTEP.header:gsub('@(%u+)@', function(name) return values[name] end)
  local hash = emulator.sha256 and #emulator.sha256 == 64 and '"' .. emulator.sha256:lower() .. '"' or 'null'
  local digest = (emulator.digest or ''):lower():match('(%x+)$') or ''
  local known = LOCKSTEP.known and LOCKSTEP.known[digest]
  if known then
    hash = string.format('%s,"image":{"id":"%s","hash":"%s:%s","by":"emulator"}', hash, known[1], known[2], digest)
    text = text:gsub('"kind":"unknown%-image"', '"kind":"cartridge"')
  end
  text = text:gsub('"@SHA@"', hash)
  return (text:gsub('"image":{}', function() return '"image":{' .. image .. '}' end))
end

local function freeName(wanted)
  local stem, ending = wanted:match('^(.*)(%.jsonl)$')
  if not stem then stem, ending = wanted, '.jsonl' end
  for number = 1, 999 do
    local name = stem .. (number > 1 and '-' .. number or '') .. ending
    local file = io.open(name, 'rb')
    if not file then return name end
    file:close()
  end
  error('lockstep: 999 recordings are there already: ' .. wanted)
end

return function(emulator)
  if not io or not io.open or not os or not os.rename then
    error('lockstep: scripts may not write files here: allow I/O and OS functions in the settings of scripts')
  end
  local environment = os.getenv and os.getenv('LOCKSTEP_OUT')
  local wanted = environment or OUTPUT
  if emulator.folder and not environment then wanted = emulator.folder .. '/' .. wanted end
  local limit = tonumber(os.getenv and os.getenv('LOCKSTEP_FRAMES')) or FRAMES
  local name = freeName(wanted)
  local trace, image, last
  local recorded, first, ended, waits = 0, nil, false, false
  local session = {}

  -- Whether our test ROM runs: its signature is in work RAM from its first second on.
  local function isTestRom()
    for index = 1, 4 do
      if emulator.read(LOCKSTEP.signature + index - 1, 1) ~= string.byte('LKST', index) then return false end
    end
    return true
  end

  local function ready()
    return isTestRom() and emulator.read(LOCKSTEP.phase, 1) == 1 and emulator.read(LOCKSTEP.begin, 2) == 0
  end

  local function values()
    local list = {}
    if not emulator.block then
      for index, cell in ipairs(LOCKSTEP.cells) do list[index] = emulator.read(cell[1], cell[2]) end
      return list
    end
    local blocks = {}
    for index, window in ipairs(LOCKSTEP.windows) do blocks[index] = emulator.block(window[1], window[2]) end
    for index, cell in ipairs(LOCKSTEP.cells) do
      local bytes, at, value = blocks[cell[3]], cell[1] - LOCKSTEP.windows[cell[3]][1], 0
      for byte = cell[2], 1, -1 do value = value * 256 + bytes[at + byte] end
      list[index] = value
    end
    return list
  end

  -- Where a state was loaded the frames from there on are taken back, or nothing fits any more.
  -- Returns whether the frame is the next one.
  local function fits(number)
    if not last or number == last + 1 then
      waits = false
      return true
    end
    if number <= last and number >= first then
      recorded = recorded - (last - number + 1)
      trace.cut(number)
      emulator.say(string.format('lockstep: back to frame %d: the recording goes on from there', number))
      return true
    end
    if number < first and not LOCKSTEP.phase then
      -- Before the beginning: the state now is the new one.
      trace.abandon()
      trace, last, first, recorded, image = nil, nil, nil, 0, imageText(emulator)
      emulator.say('lockstep: back to before the recording: it begins anew with the next frame')
      return false
    end
    if not waits then
      emulator.say(string.format('lockstep: frame %d does not follow frame %d: waiting for frame %d or an earlier one',
        number, last, last + 1))
    end
    waits = true
    return false
  end

  -- Ends the recording; only the first call does something.
  function session.finish(reason)
    if ended then return end
    ended = true
    if trace then
      local frames, lagged = trace.finish()
      local lag = lagged > 0 and string.format(', %d of them lag frames', lagged) or ''
      emulator.say(string.format('lockstep: %s: %d frames in %s%s', reason, frames, trace.name, lag))
    else
      emulator.say('lockstep: ' .. reason .. ': nothing was recorded')
    end
  end

  -- Call it after every frame; false when the recording is over.
  function session.frame(number)
    if ended then return false end
    if LOCKSTEP.phase then
      if ready() then
        if trace then
          session.finish('the battle of the test ROM starts anew')
          return false
        end
        image = imageText(emulator)
        return true
      end
      if not image then return true end
    end
    if trace and not fits(number) then return true end
    last = number
    if not trace then
      -- A log of the test ROM must never count as one of the game.
      if not LOCKSTEP.phase and isTestRom() then
        error('lockstep: this is the test ROM: print its recorder with lockstep symbols --drill')
      end
      local reason
      trace, reason = createTrace(name, headerText(emulator, image), #LOCKSTEP.cells)
      if not trace then error('lockstep: the file cannot be written: ' .. tostring(reason)) end
      emulator.say('lockstep: recording to ' .. name)
      first = number
    end
    trace.frame(number, emulator.read(LOCKSTEP.pad, 2), values(), emulator.lagged and emulator.lagged())
    recorded = recorded + 1
    if limit > 0 and recorded >= limit then
      session.finish('the limit is reached')
      return false
    end
    return true
  end

  if not LOCKSTEP.phase then image = imageText(emulator) end
  return session
end
