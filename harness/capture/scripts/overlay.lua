-- What is drawn over the game, whatever the emulator. `read(offset, width)` of work RAM; `fits(text)`
-- says whether a line of the window holds a text in the emulator's font; `rows` is the most lines.
-- Offsets, costs and the plan stand in LOCKSTEP; the arithmetic is that of core/live-a-live/turn:
-- free steps and presses (predict.ts), the next enemy (C1:92C3), the next draws (C1:6150).
local NEXT_DRAWS = 6
-- Rows for what comes below the enemies: the generator's and the plan's.
local LAST_ROWS = 5

return function(read, fits, rows)
  -- Adds a text, broken between words where the window ends; what follows is set in.
  local function add(lines, text)
    while not fits(text) do
      local most = #text - 1
      while not fits(text:sub(1, most)) do most = most - 1 end
      local at = most + 1
      while at > 3 and text:sub(at, at) ~= ' ' do at = at - 1 end
      if at == 3 then at = most + 1 end
      lines[#lines + 1] = text:sub(1, at - 1)
      text = '  ' .. text:sub(at):gsub('^ +', '')
    end
    lines[#lines + 1] = text
  end

  -- Adds texts side by side, as many as a line and the window hold.
  local function addList(lines, texts)
    local line
    for index, text in ipairs(texts) do
      if line and fits(line .. '  ' .. text) then
        line = line .. '  ' .. text
      else
        if line then lines[#lines + 1] = line end
        line = text
      end
      if #lines == rows - LAST_ROWS - 1 and index < #texts then
        line = string.format(' %d more have no room', #texts - index + 1)
        break
      end
    end
    if line then lines[#lines + 1] = line end
  end

  local function cell(name) return read(LOCKSTEP.cells[name][1], LOCKSTEP.cells[name][2]) end
  local function of(kind, index, name)
    local field = LOCKSTEP[kind].fields[name]
    return read(field[1] + LOCKSTEP[kind].stride * index, field[2])
  end
  local function has(value, bit) return value % (2 * bit) >= bit end
  local function present(kind, index) return has(of(kind, index, 'state'), 0x40) end

  local function stepCost(speed) return 64 - math.floor(math.min(speed, LOCKSTEP.speedCap) / 4) end

  local function freeSteps(points, cost)
    return points >= 256 and 0 or math.floor((255 - points) / cost)
  end

  -- Presses of L or R until a skill wraps; nil where they jump over the window.
  local function presses(points, cost)
    local missing = math.max(0, LOCKSTEP.window[1] - points)
    local count = math.ceil(missing / cost)
    return points + count * cost <= LOCKSTEP.window[2] and count or nil
  end

  local function enemies()
    local list = {}
    for index = 0, LOCKSTEP.enemy.count - 1 do
      if of('enemy', index, 'state') == 0x80 then break end
      if present('enemy', index) then list[#list + 1] = index end
    end
    return list
  end

  local function typeOf(enemy)
    local species = of('enemy', enemy, 'species') - LOCKSTEP.species.first
    return read(LOCKSTEP.species.fields.type[1] + species, 1)
  end

  -- The one with the most order points; of equal ones the last.
  local function nextEnemy(list)
    local ordinary, best, most = false, nil, -1
    for _, enemy in ipairs(list) do
      if typeOf(enemy) % 8 < 2 then ordinary = true end
    end
    for _, enemy in ipairs(list) do
      local kind, points = typeOf(enemy), of('enemy', enemy, 'orderPoints')
      if not has(kind, 4) and (ordinary or not has(kind, 2)) and points >= most then best, most = enemy, points end
    end
    return best
  end

  local function draws(state)
    local values, bytes = {}, { state[1], state[2], state[3], state[4] }
    for index = 1, NEXT_DRAWS do
      values[index] = math.floor((bytes[1] + 256 * bytes[2]) / 13) % 256
      bytes = { bytes[2], bytes[3], bytes[4], values[index] }
    end
    return values
  end

  -- The command of the plan at hand: the first whose states of the generator hold the game's.
  local at, left = 1, false
  local function follow(state)
    local plan = LOCKSTEP.plan
    if not plan then return nil end
    for index = at, #plan do
      if plan[index][2][state] then
        at, left = index, false
        return
      end
    end
    left = true
  end

  local function allyText(ally, points)
    local cost = stepCost(of('ally', ally, 'speed'))
    local count = presses(points, math.floor(cost / 2))
    local charging = of('ally', ally, 'skillState') == 0x40
    return string.format('ally %d: %d free steps, overflow in %s%s', ally, freeSteps(points, cost),
      count and count .. ' presses' or 'none', charging and ', charge ' .. of('ally', ally, 'charge') or '')
  end

  local function enemyTexts()
    local list, texts = enemies(), {}
    local chosen = nextEnemy(list)
    for index, enemy in ipairs(list) do
      local charging = of('enemy', enemy, 'skillState') == 0x40
      texts[index] = string.format('%senemy %d: order %d%s', enemy == chosen and '>' or ' ', enemy,
        of('enemy', enemy, 'orderPoints'), charging and ', charge ' .. of('enemy', enemy, 'charge') or '')
    end
    return texts
  end

  -- The lines to draw, from the top, and the first of them that says that the game left the plan.
  return function()
    local points = cell('actionPoints')
    local isEnemies = points >= 256 and cell('turnFlag') ~= 0
    local lines = { string.format('AP %d  turn: %s', points, isEnemies and 'enemies' or 'allies') }
    for ally = 0, LOCKSTEP.ally.count - 1 do
      if of('ally', ally, 'id') ~= 0xff and present('ally', ally) then add(lines, allyText(ally, points)) end
    end
    addList(lines, enemyTexts())
    local state = {}
    for index = 1, 4 do state[index] = read(LOCKSTEP.generator + index - 1, 1) end
    local text = string.format('%02x%02x%02x%02x', state[1], state[2], state[3], state[4])
    add(lines, 'generator ' .. text .. '  next ' .. table.concat(draws(state), ' '))
    if not LOCKSTEP.plan then return lines end
    follow(text)
    local mark = left and #lines + 1 or nil
    local step = at .. ': ' .. LOCKSTEP.plan[at][1]
    add(lines, (left and 'LEFT THE PLAN after command ' or 'plan, command ') .. step)
    while #lines > rows do lines[#lines] = nil end
    return lines, mark
  end
end
