import { expect, it } from 'vitest';
import { secretsOfAnswer, secretsOfRequest } from './secret-fields.ts';

it('finds the tokens of an answer, however it is written and wherever it stops', () => {
  expect(secretsOfAnswer('{"access_token":"a\\u002fb","id_token":"i","scope":"s","expires_in":5}')).toEqual(
    expect.arrayContaining(['a/b', 'i']),
  );
  expect(secretsOfAnswer('{\n "refresh_token" : "cut-off-in-the-mid')).toEqual(
    expect.arrayContaining(['cut-off-in-the-mid']),
  );
  expect(secretsOfAnswer('scope=s&access_token=a%2Fb&token_type=bearer')).toEqual(
    expect.arrayContaining(['a/b', 'a%2Fb']),
  );
});

it('takes no error code and no document for a secret', () => {
  expect(secretsOfAnswer('{"error":"invalid_grant","code":"unauthorized","password":"required"}')).toEqual([]);
  expect(
    secretsOfAnswer('{"grant_types_supported":["urn:ietf:params:oauth:grant-type:device_code","refresh_token"]}'),
  ).toEqual([]);
});

it('finds what a request proves and hands over', () => {
  const form = 'grant_type=authorization_code&code=c%2B1&code_verifier=v&client_secret=s%26t&client_id=name';
  expect(secretsOfRequest([['Authorization', 'Basic bmFtZTpz']], form)).toEqual(['c+1', 'v', 's&t', 'bmFtZTpz']);
});
