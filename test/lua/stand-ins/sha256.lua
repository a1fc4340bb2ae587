-- lua sha256.lua FILE [bit]: the digest of every line's text repeated, "COUNT TEXT" a line. With
-- `bit` there is a library of that name with signed results, as LuaBitOp has.
if arg[2] == 'bit' then
  local function each(test)
    return function(a, b)
      local value, weight = 0, 1
      a, b = a % 4294967296, b % 4294967296
      for _ = 1, 32 do
        if test(a % 2, b % 2) then value = value + weight end
        a, b, weight = (a - a % 2) / 2, (b - b % 2) / 2, weight * 2
      end
      return value >= 2147483648 and value - 4294967296 or value
    end
  end
  bit = {
    band = each(function(a, b) return a + b == 2 end),
    bxor = each(function(a, b) return a ~= b end),
  }
end
local sha256 = dofile(arg[0]:gsub('test/lua/stand%-ins/[^/]*$', '') .. 'harness/capture/scripts/sha256.lua')
for line in io.lines(arg[1]) do
  local count, text = line:match('^(%d+) (.*)$')
  local digest = sha256()
  for _ = 1, tonumber(count) do digest:add(text) end
  print(digest:finish())
end
