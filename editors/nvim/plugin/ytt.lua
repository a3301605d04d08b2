if vim.g.loaded_ytt or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_ytt = true

local group = vim.api.nvim_create_augroup('ytt', {})

-- Templates are YAML with code in comments; servers for YAML do not act on files of the type yaml.ytt.
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.yml', '*.yaml' },
  callback = function()
    if vim.fn.search([[\v^\s*\#\@|\s\#\@\s]], 'cnw') > 0 then
      vim.bo.filetype = 'yaml.ytt'
    end
  end,
})
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = '*.star',
  callback = function() vim.bo.filetype = 'starlark' end,
})
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = { 'yaml.ytt', 'yaml', 'starlark', 'text' },
  callback = function(args) require('ytt').on_filetype(args.buf) end,
})
vim.api.nvim_create_autocmd('BufWritePost', {
  group = group,
  pattern = 'ytt.yml',
  callback = function() require('ytt').on_write() end,
})

vim.api.nvim_create_user_command('YttEnvironment', function(args) require('ytt').environment(args.args) end, {
  nargs = '?',
  complete = function() return require('ytt').environments() end,
  desc = 'Switch the environment whose values ytt uses',
})
vim.api.nvim_create_user_command('YttAssumed', function() vim.notify(require('ytt').assumed()) end, {
  desc = 'Say which files ytt takes together',
})
