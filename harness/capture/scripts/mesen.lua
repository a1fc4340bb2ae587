-- Mesen 2, in the script window or in the test runner. The event endFrame comes when the last
-- visible line was drawn.
local WORK_RAM = emu.memType.snesWorkRam

local info = emu.getRomInfo()
local counter = emu.getState()['ppu.frameCount'] or 0
local headless = os ~= nil and os.getenv ~= nil and os.getenv('LOCKSTEP_FRAMES') ~= nil

local session = createSession({
  name = 'Mesen',
  version = '2',
  title = info.name .. (info.fileSha1Hash and ' (SHA-1 ' .. info.fileSha1Hash .. ')' or ''),
  digest = info.fileSha1Hash,
  from = "Mesen's ppu.frameCount when the script started, then one more with every endFrame; the row is the state there",
  folder = emu.getScriptDataFolder(),
  read = function(offset, width)
    if width == 1 then return emu.read(offset, WORK_RAM, false) end
    if width == 2 then return emu.read16(offset, WORK_RAM, false) end
    return emu.read32(offset, WORK_RAM, false)
  end,
  -- The test runner shows what is printed, the script window what is logged.
  say = function(text)
    emu.log(text)
    print(text)
  end,
})

emu.addEventCallback(function()
  local more = session.frame(counter)
  counter = counter + 1
  if not more and headless then emu.stop(0) end
end, emu.eventType.endFrame)
emu.addEventCallback(function() counter = emu.getState()['ppu.frameCount'] or counter end, emu.eventType.stateLoaded)
emu.addEventCallback(function() session.finish('the script was stopped') end, emu.eventType.scriptEnded)
