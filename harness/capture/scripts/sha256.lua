-- SHA-256 (FIPS 180-4) of a stream of text. Returns a function that starts a digest:
-- digest:add(text), digest:finish(). Works in Lua 5.1 to 5.4: with the operators of 5.3 where they
-- exist, else with the libraries bit or bit32, else with tables of bytes.
local SPAN = 4294967296

local function operators()
  local chunk = (loadstring or load)([[
    return {
      band = function(a, b) return a & b end,
      bxor = function(a, b) return a ~ b end,
      right = function(a, n) return ((a >> n) | (a << (32 - n))) & 0xFFFFFFFF end,
      shift = function(a, n) return a >> n end,
    }]])
  return chunk and chunk()
end

local function divided(band, bxor)
  return {
    band = band,
    bxor = bxor,
    right = function(a, n)
      local low = a % 2 ^ n
      return (a - low) / 2 ^ n + low * 2 ^ (32 - n)
    end,
    shift = function(a, n)
      return (a - a % 2 ^ n) / 2 ^ n
    end,
  }
end

local function library()
  local bits = bit or bit32
  if not bits then return nil end
  -- The library bit returns signed numbers.
  return divided(
    function(a, b) return bits.band(a, b) % SPAN end,
    function(a, b) return bits.bxor(a, b) % SPAN end
  )
end

local function tables()
  local both = {}
  for a = 0, 255 do
    for b = 0, 255 do
      local value, x, y, weight = 0, a, b, 1
      while x > 0 and y > 0 do
        if x % 2 == 1 and y % 2 == 1 then value = value + weight end
        x, y, weight = (x - x % 2) / 2, (y - y % 2) / 2, weight * 2
      end
      both[a * 256 + b] = value
    end
  end
  local function band(a, b)
    local value, weight = 0, 1
    for _ = 1, 4 do
      local low, other = a % 256, b % 256
      value = value + both[low * 256 + other] * weight
      a, b, weight = (a - low) / 256, (b - other) / 256, weight * 256
    end
    return value
  end
  return divided(band, function(a, b) return a + b - 2 * band(a, b) end)
end

local bits = operators() or library() or tables()
local band, bxor, right, shift = bits.band, bits.bxor, bits.right, bits.shift

-- The first 32 bits of the fractions of the square and cube roots of the first primes.
local function fractions()
  local primes, number = {}, 2
  while #primes < 64 do
    local prime = true
    for _, known in ipairs(primes) do
      if number % known == 0 then prime = false end
    end
    if prime then primes[#primes + 1] = number end
    number = number + 1
  end
  local start, constants = {}, {}
  for index, prime in ipairs(primes) do
    local root = prime ^ (1 / 2)
    if index <= 8 then start[index] = math.floor((root - math.floor(root)) * SPAN) end
    root = prime ^ (1 / 3)
    constants[index] = math.floor((root - math.floor(root)) * SPAN)
  end
  return start, constants
end

local START, CONSTANTS = fractions()
local words = {}

local function compress(state, text, from)
  for index = 1, 16 do
    local a, b, c, d = text:byte(from + 4 * index - 4, from + 4 * index - 1)
    words[index] = ((a * 256 + b) * 256 + c) * 256 + d
  end
  for index = 17, 64 do
    local x, y = words[index - 15], words[index - 2]
    local first = bxor(bxor(right(x, 7), right(x, 18)), shift(x, 3))
    local second = bxor(bxor(right(y, 17), right(y, 19)), shift(y, 10))
    words[index] = (words[index - 16] + first + words[index - 7] + second) % SPAN
  end
  local a, b, c, d, e, f, g, h = state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8]
  for index = 1, 64 do
    local choice = band(e, f) + band(SPAN - 1 - e, g)
    local sum = h + bxor(bxor(right(e, 6), right(e, 11)), right(e, 25)) + choice + CONSTANTS[index] + words[index]
    local majority = band(a, b) + band(c, bxor(a, b))
    local other = bxor(bxor(right(a, 2), right(a, 13)), right(a, 22)) + majority
    h, g, f, e, d, c, b, a = g, f, e, (d + sum) % SPAN, c, b, a, (sum + other) % SPAN
  end
  local added = { a, b, c, d, e, f, g, h }
  for index = 1, 8 do state[index] = (state[index] + added[index]) % SPAN end
end

return function()
  local digest = { length = 0, rest = '', state = {} }
  for index = 1, 8 do digest.state[index] = START[index] end

  function digest:add(text)
    self.length = self.length + #text
    text = self.rest .. text
    local blocks = math.floor(#text / 64)
    for block = 0, blocks - 1 do compress(self.state, text, 64 * block + 1) end
    self.rest = text:sub(64 * blocks + 1)
  end

  function digest:finish()
    local bitCount = self.length * 8
    local tail = {}
    for index = 8, 1, -1 do
      tail[index] = string.char(bitCount % 256)
      bitCount = math.floor(bitCount / 256)
    end
    self:add('\128' .. string.rep('\0', (55 - self.length) % 64) .. table.concat(tail))
    local digits = {}
    for index = 1, 8 do
      local word = self.state[index]
      local low = word % 65536
      digits[index] = string.format('%04x%04x', (word - low) / 65536, low)
    end
    return table.concat(digits)
  end

  return digest
end
