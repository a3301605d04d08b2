-- Edits a template without saving it, and writes what the server says to the file that $RESULT names.

local result = {}

local function client()
  return select(2, next(vim.lsp.buf_get_clients(0)))
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 10) then
    result.failed = 'waited in vain for ' .. what
  end
end

local function text(path)
  local buffer = vim.fn.bufadd(path)
  vim.fn.bufload(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n') .. '\n'
end

-- Puts the cursor behind the first place of words.
local function behind(words)
  vim.fn.cursor(1, 1)
  vim.fn.search([[\V]] .. words, 'ce')
  vim.cmd('normal! l')
end

local function problems()
  local found = {}
  for _, problem in ipairs(vim.diagnostic.get(0)) do
    if problem.severity == vim.diagnostic.severity.ERROR then
      -- Columns of Neovim are bytes.
      table.insert(found, string.format('%d:%d-%d %s', problem.lnum + 1, problem.col + 1, problem.end_col + 1, problem.message))
    end
  end
  return found
end

local function labels(answer)
  local items = answer.items or answer
  local found = {}
  for _, item in ipairs(items) do
    table.insert(found, item.label)
  end
  table.sort(found)
  return found
end

local function complete()
  vim.opt_local.virtualedit = 'onemore'
  behind('data.values.')
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', vim.lsp.util.make_position_params(), 10000)
  for _, answer in pairs(answers or {}) do
    return labels(answer.result or {})
  end
end

local function rename()
  behind('data.values.n')
  vim.lsp.buf.rename('title')
  wait('the renaming', function() return text('config/config.yml'):find('title') ~= nil end)
  local texts = {}
  for _, path in ipairs({ 'config/config.yml', 'config/schema.yml', 'envs/prod.yml' }) do
    texts[path] = text(path)
  end
  return texts
end

-- The groups of syntax that words have.
local function colours(all)
  local found = {}
  for _, words in ipairs(all) do
    vim.fn.cursor(1, 1)
    local at = vim.fn.searchpos([[\V]] .. words, 'c')
    found[words] = vim.fn.synIDattr(vim.fn.synID(at[1], at[2], 1), 'name')
  end
  return found
end

local function main()
  result.colours = colours({ '#@ load', 'load', '"@ytt', 'port:', '#@ data.values.port' })
  wait('a server', function() return client() ~= nil and client().initialized end)
  if result.failed then
    return
  end
  local line = vim.api.nvim_buf_line_count(0) - 1
  local before = vim.api.nvim_buf_get_lines(0, line, line + 1, true)
  vim.api.nvim_buf_set_lines(0, line, line + 1, true, { 'é🙂: #@ data.values.nam' })
  wait('problems', function() return #problems() > 0 end)
  result.problems = problems()
  vim.api.nvim_buf_set_lines(0, line, line + 1, true, before)
  wait('no problems', function() return #problems() == 0 end)

  wait('a status', function() return require('ytt').status() ~= '' end)
  result.status = require('ytt').status()

  local offered = client().server_capabilities
  if offered.completionProvider then
    result.completion = complete()
  end
  if offered.renameProvider then
    result.rename = rename()
  end
end

local ok, err = pcall(main)
if not ok then
  result.failed = err
end
vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.RESULT)
vim.cmd('qall!')
