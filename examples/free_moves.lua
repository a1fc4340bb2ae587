-- How many moves are free before an enemy turn, asked of the command: one process for each question.
--
--   lua examples/free_moves.lua "npx lockstep"
local lockstep = arg[1] or "npx lockstep"

local function predict(points, speed)
  local pipe = assert(io.popen(("%s predict --ap %d --speed %d --json"):format(lockstep, points, speed)))
  local answer = pipe:read("a")
  pipe:close()
  -- one flat object of numbers: a pattern is enough to read one of them
  return tonumber(answer:match('"freeMoves":(%d+)')), tonumber(answer:match('"moveCost":(%d+)'))
end

for _, points in ipairs({ 0, 29, 200 }) do
  local free, cost = predict(points, 31)
  print(("%d action points: %d free moves of %d"):format(points, free, cost))
end
