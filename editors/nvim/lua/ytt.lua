-- The language server of ytt in Neovim, from 0.7 on. The README of this folder says how to use it.

local M = {}

local options = {
  cmd = { 'ytt', 'lsp' },
  settings = {},
  attach = true,
}

-- One server for each folder with a ytt.yml.
local clients = {}

-- What the server assumes, or which environment it uses, for each server.
local said = {}

local function refresh(client)
  local id = client.id
  client.request('ytt/environments', vim.empty_dict(), function(err, answer)
    if err or not answer then
      return
    end
    local words = {}
    for _, one in ipairs(answer.configurations) do
      local name = one.chosen ~= '' and one.chosen or one.name
      table.insert(words, name .. (one.assumed and one.assumed ~= '' and ' (assumed: no ytt.yml)' or ''))
    end
    said[id] = { line = table.concat(words, ', '), configurations = answer.configurations }
    vim.cmd('redrawstatus!')
  end)
end

local function start(root)
  return vim.lsp.start_client({
    name = 'ytt',
    cmd = options.cmd,
    root_dir = root,
    init_options = vim.tbl_extend('keep', options.settings, { environments = vim.empty_dict() }),
    on_init = refresh,
    on_exit = function(_, _, id)
      clients[root], said[id] = nil, nil
    end,
  })
end

local function attach(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local project = vim.fn.findfile('ytt.yml', folder .. ';')
  if project == '' and vim.bo[buffer].filetype ~= 'yaml.ytt' then
    return -- not of ytt
  end
  local root = folder
  local here = vim.fn.getcwd()
  if project ~= '' then
    root = vim.fn.fnamemodify(project, ':p:h')
  elseif vim.startswith(folder .. '/', here .. '/') and here ~= vim.env.HOME then
    root = here -- values may stand in a folder beside this one
  end
  clients[root] = clients[root] or start(root)
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

local function client_of(buffer)
  for _, id in pairs(clients) do
    if vim.lsp.buf_is_attached(buffer, id) then
      return id
    end
  end
end

--- Changes the options: cmd, settings (of the page about ytt lsp), attach = false to start no servers.
function M.setup(given)
  options = vim.tbl_extend('force', options, given or {})
end

--- Says in a status line which environment counts, and whether files were assumed to belong together: '%{v:lua.require("ytt").status()}'.
function M.status()
  local id = client_of(vim.api.nvim_get_current_buf())
  return id and said[id] and 'ytt: ' .. said[id].line or ''
end

--- Says in full what was assumed.
function M.assumed()
  local id = client_of(vim.api.nvim_get_current_buf())
  local lines = {}
  for _, one in ipairs(id and said[id] and said[id].configurations or {}) do
    table.insert(lines, one.assumed and one.assumed ~= '' and one.assumed or (one.name .. ' is what ytt.yml says'))
  end
  return #lines > 0 and table.concat(lines, '\n') or 'There is no server for this file.'
end

--- Switches the environment: by its name, or by a list to choose from.
function M.environment(name)
  local id = client_of(vim.api.nvim_get_current_buf())
  local choices = {}
  for _, one in ipairs(id and said[id] and said[id].configurations or {}) do
    for _, environment in ipairs(one.environments) do
      if not name or name == '' or name == environment then
        table.insert(choices, { configuration = one.name, environment = environment })
      end
    end
  end
  local function switch(chosen)
    if chosen then
      local client = vim.lsp.get_client_by_id(id)
      client.notify('ytt/switchEnvironment', chosen)
      refresh(client)
    end
  end
  if #choices == 0 then
    vim.notify('ytt: there is no such environment', vim.log.levels.WARN)
  elseif #choices == 1 and name and name ~= '' then
    switch(choices[1])
  else
    vim.ui.select(choices, {
      prompt = 'Environment',
      format_item = function(one) return one.configuration .. '/' .. one.environment end,
    }, switch)
  end
end

--- The names of environments, for completion.
function M.environments()
  local id = client_of(vim.api.nvim_get_current_buf())
  local names = {}
  for _, one in ipairs(id and said[id] and said[id].configurations or {}) do
    vim.list_extend(names, one.environments)
  end
  return names
end

--- Called by plugin/ytt.lua.
function M.on_filetype(buffer)
  if options.attach then
    attach(buffer)
  end
end

function M.on_write()
  for _, id in pairs(clients) do
    local client = vim.lsp.get_client_by_id(id)
    if client then
      refresh(client)
    end
  end
end

return M
