import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { later } from './later.tsx';

const Greeting = ({ name }: { name: string }) => <b>{name}</b>;

describe('a component whose code comes later', () => {
  it('is drawn as nothing, or as what stands in for it, until the code is there', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      return Greeting;
    };
    const Bare = later(load);
    const Held = later(load, { meanwhile: ({ name }) => <i>{name}</i> });
    expect(renderToString(<Bare name="x" />)).toBe('');
    expect(renderToString(<Held name="x" />)).toBe('<i>x</i>');
    await Promise.all([Bare.preload(), Bare.preload(), Held.preload()]);
    expect(loads).toBe(2);
    expect(renderToString(<Bare name="x" />)).toBe('<b>x</b>');
    expect(renderToString(<Held name="x" />)).toBe('<b>x</b>');
  });

  it('tries again what could not be had', async () => {
    let fails = true;
    const Late = later(async () => {
      if (fails) throw new Error('gone');
      return Greeting;
    });
    await expect(Late.preload()).rejects.toThrow('gone');
    expect(renderToString(<Late name="x" />)).toBe('');
    fails = false;
    await Late.preload();
    expect(renderToString(<Late name="x" />)).toBe('<b>x</b>');
  });
});
