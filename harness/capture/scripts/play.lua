-- Plays a plan by watching the game's cells. `emulator` has: digest (the emulator's own SHA-1 or MD5
-- of the ROM, or nil), read(offset, width) of work RAM, bus(address) of a byte of the ROM, say(text).
-- LOCKSTEP has the ROM, the cells that are watched, the states that the plan passes (`beats`, each
-- as what changes) and the orders, each with the beat in which it is given. The function that is
-- returned is called after every frame, and gives the buttons of the next one, nil at the end.

-- Frames, where the image's menus are not known: a button is down and up so long, a state counts
-- once it stood so long, a press is given anew after so long.
local DOWN, UP, SETTLED, AGAIN = 2, 20, 8, 60
-- Frames in which something that was ordered must come, and in which the next state must.
local WINDOW_LIMIT, STATE_LIMIT = 300, 3600
local MOST_PRESSES = 3

return function(emulator)
  local rom, menu, cells = LOCKSTEP.rom, LOCKSTEP.menu, LOCKSTEP.cells
  local beats, orders = LOCKSTEP.beats, LOCKSTEP.orders
  local expected, now = {}, {}
  -- The beat that was seen last (0: none yet), the order at hand, frames since something came.
  local at, number, waited = 0, 1, 0
  local checked, ended = false, false
  local keys, key, down, presses = nil, 1, 0, 0
  local odd, settled, moved = 0, 0, true

  local function stop(text)
    ended = true
    emulator.say('lockstep: ' .. text)
    return nil
  end

  local function hexadecimal(first, count)
    local digits = {}
    for index = 1, count do digits[index] = string.format('%02x', emulator.bus(first + index - 1)) end
    return table.concat(digits)
  end

  -- Why this is not the ROM of the plan, or nil.
  local function otherRom()
    local digest = (emulator.digest or ''):lower():match('(%x+)$') or ''
    local wanted = #digest == 40 and rom.sha1 or #digest == 32 and rom.md5 or nil
    if wanted and wanted ~= digest then return 'its hash is ' .. digest end
    local header = hexadecimal(0xFFC0, 32)
    if header ~= rom.header then return 'its header reads ' .. header:sub(1, 42) .. '..., checksum ' .. header:sub(61) end
    return nil
  end

  local function bits(cell) return math.floor(emulator.read(cell[1], cell[2]) / cell[3]) % cell[4] end
  local function isTorn()
    local sequence = LOCKSTEP.sequence
    return sequence ~= nil and emulator.read(sequence[1], 2) ~= emulator.read(sequence[2], 2)
  end
  local function isStill() return menu ~= nil and bits(menu.still) ~= 0 end
  local function state() return bits(menu.state) end
  -- Whether the player is asked: no window is open, and what the cells say is final.
  local function isAsked()
    if menu then return not isStill() and not menu.busy[state()] end
    return emulator.read(LOCKSTEP.asked[1], LOCKSTEP.asked[2]) == 0
  end

  local function readCells()
    for index, cell in ipairs(cells) do now[index] = emulator.read(cell[2], cell[3]) end
  end

  local function change(values, beat)
    for index = 1, #beat, 2 do values[beat[index]] = beat[index + 1] end
  end

  local function differences(values)
    local list = {}
    for index in ipairs(cells) do
      if now[index] ~= values[index] then list[#list + 1] = index end
    end
    return list
  end

  -- How what is seen differs from the plan, in words.
  local function differenceText(values, list)
    local texts = {}
    for place, index in ipairs(list) do
      local name = cells[index][1]
      local enemy = name:match('^(enemy%[%d+%])%.skillState$')
      if enemy and now[index] ~= 0 then table.insert(texts, 1, enemy .. ' acts instead') end
      if place <= 3 then texts[#texts + 1] = string.format('%s is %d, the plan has %d', name, now[index], values[index]) end
    end
    if #list > 3 then texts[#texts + 1] = #list - 3 .. ' more' end
    return table.concat(texts, ', ')
  end

  -- The first beat from the one at hand on, up to the next order's, that is what is seen, and its
  -- values; nil for none, and how the nearest one differs.
  local function find()
    local values, last = {}, orders[number] and orders[number].beat or #beats
    local nearest, fewest
    for index, value in ipairs(expected) do values[index] = value end
    for beat = math.max(at, 1), last do
      if beat > at then change(values, beats[beat]) end
      local list = differences(values)
      if #list == 0 then return beat, values end
      if not fewest or #list < fewest then nearest, fewest = differenceText(values, list), #list end
    end
    return nil, nearest
  end

  local function orderText(index)
    local order = orders[index]
    return order and string.format('command %d of %d (%s)', index, #orders, order.text) or 'the end'
  end

  local function left(why)
    local place = moved and 'before ' .. orderText(number) or 'after ' .. orderText(number - 1)
    return stop('the game left the plan ' .. place .. ': ' .. why .. '; nothing is pressed any more')
  end

  local function notTaken(why)
    return stop(orderText(number) .. ' was not taken: ' .. why .. '; nothing is pressed any more')
  end

  -- The presses of an order: a button and what must be there afterwards.
  local function keysOf(order)
    if order.button then return { { order.button } } end
    local list = { { LOCKSTEP.open, opens = order.windows[1] } }
    for index, window in ipairs(order.windows) do
      for _, button in ipairs(window.presses) do list[#list + 1] = { button } end
      list[#list].place = window
      list[#list + 1] = { LOCKSTEP.choose, opens = order.windows[index + 1], closes = not order.windows[index + 1] }
    end
    return list
  end

  local function given()
    emulator.say('lockstep: ' .. orderText(number))
    keys, number, waited, moved, odd, settled = nil, number + 1, 0, false, 0, 0
    return {}
  end

  -- Goes on with the presses of the order at hand, where the menus cannot be seen.
  local function pressBlindly()
    local order = orders[number]
    down = down + 1
    local length = order.button and 1 or DOWN
    if down <= length then return { keys[key][1] } end
    if down < length + (order.button and 1 or UP) then return {} end
    key, down = key + 1, 0
    return keys[key] and {} or given()
  end

  -- The same where they can: a window is waited for, and the cursor is looked at.
  local function press()
    local this = keys[key]
    if down == 0 then
      down, waited = 1, 0
      return { this[1] }
    end
    waited = waited + 1
    if isTorn() or isStill() then return {} end
    local window = this.opens
    if window and state() ~= window.state then
      if waited < WINDOW_LIMIT and menu.busy[state()] then return {} end
      return notTaken('the window ' .. window.name .. ' did not open')
    end
    if this.closes and state() ~= menu.order then
      if not menu.busy[state()] then return given() end
      if waited < WINDOW_LIMIT then return {} end
      return notTaken('the last choice was not accepted')
    end
    if this.closes then return given() end
    local place = this.place
    if place and bits(menu.cursor) ~= place.place then
      if waited < 2 then return {} end
      return notTaken(string.format('the cursor of %s stands on %d, not on %d', place.name, bits(menu.cursor), place.place))
    end
    key, down = key + 1, 0
    return {}
  end

  local function begin()
    keys, key, down = keysOf(orders[number]), 1, 0
    presses = presses + 1
    if not menu then return pressBlindly() end
    local button = orders[number].button
    if not button then return press() end
    given()
    return { button }
  end

  -- Nothing of the plan is seen: before the start that is so, later the game has left it.
  local function unmatched(nearest)
    if at == 0 then return {} end
    odd = isAsked() and odd + 1 or 0
    if odd >= (menu and 1 or 4 * SETTLED) then return left(nearest) end
    if waited > STATE_LIMIT then return left('it shows nothing of it for a minute: ' .. nearest) end
    return {}
  end

  local function watch()
    waited = waited + 1
    -- an order needs a moment to show, where nothing says that it was read
    if not menu and not moved and waited < SETTLED and orders[number] then return {} end
    local beat, values = find()
    if not beat then return unmatched(values) end
    odd = 0
    if beat > at then
      expected, at, waited, settled, moved = values, beat, 0, 0, true
      presses = 0
    end
    local order = orders[number]
    if not order then
      if at == #beats then return stop(string.format('the plan is played: %d commands', #orders)) end
    elseif at == order.beat and isAsked() then
      settled = settled + 1
      if menu or settled >= SETTLED then return begin() end
    end
    if waited > STATE_LIMIT and at > 0 and (orders[number - 1] or at > 1) then
      return left('its next state does not come')
    end
    if not menu and not moved and waited >= AGAIN and isAsked() and orders[number - 1] then
      local last = orders[number - 1]
      if last.button and presses < MOST_PRESSES then
        number = number - 1
        return begin()
      end
      number = number - 1
      return notTaken('the cells did not change')
    end
    return {}
  end

  return function()
    if ended then return nil end
    if not checked then
      checked = true
      local why = otherRom()
      if why then return stop('this is not ' .. rom.title .. ': ' .. why .. '; nothing is pressed') end
      emulator.say(string.format('lockstep: %s: %d commands; waiting for its start', LOCKSTEP.title, #orders))
    end
    if isTorn() then return {} end
    readCells()
    if at == 0 then change(expected, beats[1]) end
    if keys then
      local list = menu and differences(expected) or {}
      if #list > 0 and menu.busy[state()] and state() ~= menu.order then
        return left(differenceText(expected, list))
      end
      return menu and press() or pressBlindly()
    end
    return watch()
  end
end
