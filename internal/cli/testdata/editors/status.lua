-- Writes what the plugin says in the status line to the file that $RESULT names.

local result = {}
local ytt = require('ytt')
if not vim.wait(20000, function() return ytt.status() ~= '' end, 10) then
  result.failed = 'there is no status'
end
result.status = ytt.status()
result.assumed = ytt.assumed()
vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.RESULT)
vim.cmd('qall!')
