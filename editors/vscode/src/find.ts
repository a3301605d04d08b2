// Finding the ytt program.

import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** The path of the program that a setting names, or undefined. A name without a slash is looked up in PATH. */
export function findProgram(setting: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const name = setting.startsWith('~/') ? path.join(os.homedir(), setting.slice(2)) : setting;
  const endings = platform === 'win32' ? ['', '.exe'] : [''];
  const folders = /[\\/]/.test(name) ? [''] : searched(env, platform);
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = folder ? path.join(folder, name + ending) : name + ending;
      if (isProgram(candidate, platform)) {
        return candidate;
      }
    }
  }
  return undefined;
}

// Editors that are started from a desktop often lack what a shell adds to PATH.
function searched(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const listed = (env.PATH ?? env.Path ?? '').split(platform === 'win32' ? ';' : ':');
  const usual = [env.GOBIN, env.GOPATH && path.join(env.GOPATH, 'bin'), path.join(os.homedir(), 'go', 'bin'), path.join(os.homedir(), '.local', 'bin')];
  if (platform !== 'win32') {
    usual.push('/usr/local/bin', '/opt/homebrew/bin');
  }
  return [...listed, ...usual].filter((folder): folder is string => !!folder);
}

function isProgram(file: string, platform: NodeJS.Platform): boolean {
  try {
    if (!fs.statSync(file).isFile()) {
      return false;
    }
    fs.accessSync(file, platform === 'win32' ? fs.constants.F_OK : fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
