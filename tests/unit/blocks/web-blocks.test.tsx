import { Suspense } from 'react';
import { renderToReadableStream } from 'react-server-dom-webpack/server.node';
import { describe, expect, test, vi } from 'vitest';
import { resolveElements } from '../../../src/blocks/web-blocks/resolve-elements.tsx';
import { provideTools } from '../../../src/blocks/web-blocks/tools.ts';
import { listLanes, WebBlocks } from '../../../src/blocks/web-blocks/web-blocks.tsx';
import { type Block, Blocks } from '../../../src/content/blocks.ts';
import { log } from '../../../src/framework/log.ts';
import { readGradually } from '../../support/read-gradually.ts';

const blocksOf = (...rows: readonly Record<string, unknown>[]) => Blocks.parse(rows);
const text = (label: string, headline = 'Headline') => ({
  acf_fc_layout: 'text',
  label,
  headline,
  html: '<p>Text</p>',
});
const split = (label: string, anchor: string) => ({ ...text(label), acf_fc_layout: 'split', anchor });
const button = { acf_fc_layout: 'button', label: 'Go', url: '/faq' };

describe('the blocks of a page', () => {
  test('blocks with an anchor are numbered in order', () => {
    const blocks = blocksOf(text('One'), split('Feeds', 'feeds'), { acf_fc_layout: 'global_cta' }, split('API', 'api'));

    expect(listLanes(blocks)).toEqual([
      { anchor: 'feeds', label: 'Feeds', bay: 'P1' },
      { anchor: 'api', label: 'API', bay: 'P2' },
    ]);
  });

  test('a single anchor is not numbered', () => {
    expect(listLanes(blocksOf(text('One'), split('Feeds', 'feeds'), split('API', '')))).toEqual([]);
  });

  test('a section without a headline has the anchor that its headline would have', async () => {
    const quote = { acf_fc_layout: 'quote', quote_html: '<p>Good.</p>', name: 'Mara', role: '' };
    const blocks = blocksOf(text('One'), text('', ''), split('Feeds', 'feeds'), quote);

    const elements = JSON.stringify(await resolveElements(<WebBlocks blocks={blocks} />));
    const ids = Array.from(elements.matchAll(/"id":"([^"]+)"/g), ([, id]) => id);
    expect(ids).toEqual(['block-1', 'block-2', 'feeds', 'block-3', 'block-4']);
  });

  test('adjacent buttons share one section', () => {
    expect(WebBlocks({ blocks: blocksOf(text('One'), button, button, text('Two'), button) })).toHaveLength(4);
  });
});

describe('a block that throws', () => {
  /** Renders like the site; `errors` are those that would fail the whole page. */
  const render = async (blocks: readonly Block[]) => {
    const errors: unknown[] = [];
    const stream = renderToReadableStream(WebBlocks({ blocks }), {}, { onError: (error) => void errors.push(error) });
    return { payload: await new Response(stream).text(), errors };
  };
  const textBlocks = (...headlines: readonly string[]) => blocksOf(...headlines.map((headline) => text('', headline)));
  /** `encodeURIComponent` throws on a lone surrogate, which validation of real content would have replaced. */
  const throwingBlock = (label: string): Block => ({
    layout: 'mailto',
    label,
    email: 'a@example.org',
    subject: '\uD800',
  });

  test('is skipped and logged once, and the other blocks are rendered', async () => {
    const logged = vi.spyOn(log, 'error');
    const [before, after] = [textBlocks('Before'), textBlocks('After')];
    const blocks = [...before, throwingBlock('Broken'), ...blocksOf(button), ...after];
    const { payload, errors } = await render(blocks);
    await render(blocks);

    expect(errors).toEqual([]);
    for (const words of ['Before', 'After', '"Go"']) expect(payload).toContain(words);
    expect(payload).not.toContain('mailto:');
    expect(logged).toHaveBeenCalledOnce();
  });

  test('leaves no empty section', async () => {
    const { payload, errors } = await render([throwingBlock('Broken')]);

    expect(errors).toEqual([]);
    expect(payload).not.toContain('"section"');
  });
});

test('the page does not wait for what is inside a Suspense boundary of a tool', async () => {
  const late = Promise.withResolvers<string>();
  const fail = (error: unknown): never => expect.fail(String(error));
  const Late = async () => late.promise;
  const Tool = () => (
    <Suspense fallback="wait">
      <Late />
    </Suspense>
  );
  provideTools({ domainCheck: async () => Tool, forSaleBuilder: async () => Tool });
  const blocks = blocksOf({ acf_fc_layout: 'domain_check', headline: 'Check' });
  const { until } = readGradually(new Response(renderToReadableStream(WebBlocks({ blocks }), {}, { onError: fail })));

  await until('"Check"');
  late.resolve('There it is');
  await until('There it is');
});
