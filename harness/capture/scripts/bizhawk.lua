-- BizHawk 2.x, any SNES core. The loop goes once around per frame, after the frame was emulated.
local DOMAIN = 'WRAM'

local function romHash()
  for _, name in pairs(memory.getmemorydomainlist()) do
    if name == 'CARTROM' or name == 'CARTRIDGE_ROM' or name == 'CARTRIDGE ROM' then
      local done, hash = pcall(function() return memory.hash_region(0, memory.getmemorydomainsize(name), name) end)
      return done and hash or nil
    end
  end
end

local function gameHash()
  local done, hash = pcall(function() return gameinfo.getromhash() end)
  return done and type(hash) == 'string' and hash or nil
end

local function version()
  local done, text = pcall(function() return client.getversion() end)
  return done and text or 'unknown'
end

if emu.getsystemid() ~= 'SNES' then error('lockstep: load a SNES game first') end

local session = createSession({
  name = 'BizHawk',
  version = version(),
  title = gameinfo.getromname(),
  sha256 = romHash(),
  digest = gameHash(),
  from = 'input rows of BizHawk: frame n is the one emulated with row n; its row is the state after it',
  read = function(offset, width)
    if width == 1 then return memory.read_u8(offset, DOMAIN) end
    if width == 2 then return memory.read_u16_le(offset, DOMAIN) end
    return memory.read_u32_le(offset, DOMAIN)
  end,
  block = memory.read_bytes_as_array and function(offset, length)
    return memory.read_bytes_as_array(offset, length, DOMAIN)
  end,
  lagged = emu.islagged,
  say = function(text) console.log(text) end,
})

event.onexit(function() session.finish('the script was stopped') end)

repeat
  emu.frameadvance()
until not session.frame(emu.framecount() - 1)
