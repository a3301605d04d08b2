import assert from 'node:assert/strict';
import test from 'node:test';
import { statusOf } from '../src/status';

const shop = { name: 'shop', environments: ['prod', 'test'], chosen: 'prod' };
const assumed = 'There is no project file ytt.yml, so it is assumed that /w/config is rendered';

test('nothing is said without environments', () => assert.equal(statusOf([{ ...shop, environments: [], chosen: '' }]), undefined));
test('the chosen environment', () => assert.equal(statusOf([shop])?.text, '$(server-environment) ytt: prod'));
test('what was assumed', () => {
  const said = statusOf([{ name: 'config', assumed, environments: [], chosen: '' }]);
  assert.deepEqual(said, { text: '$(question) ytt: config (assumed)', tooltip: `${assumed}.` });
});
test('both', () => {
  const said = statusOf([{ ...shop, assumed }]);
  assert.equal(said?.text, '$(question) ytt: prod (assumed)');
  assert.equal(said?.tooltip, `The environments whose values ytt uses. Click to switch.\nshop: prod\n${assumed}.`);
});
