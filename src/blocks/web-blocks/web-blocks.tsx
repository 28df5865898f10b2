import 'server-only';
import { Fragment, type ReactNode } from 'react';
import type { Block } from '../../content/blocks.ts';
import { log } from '../../framework/log.ts';
import { Band } from '../band/band.tsx';
import type { BlockByLayout, Layout, Place } from './block-rule.ts';
import { registry } from './registry.tsx';
import { resolveElements } from './resolve-elements.tsx';
import styles from './web-blocks.module.css';

const isFilled = <Known extends Layout>(layout: Known, block: BlockByLayout[Known]): boolean =>
  registry[layout].isFilled(block);

const show = <Known extends Layout>(layout: Known, block: BlockByLayout[Known], place: Place): ReactNode =>
  registry[layout].show(block, place);

type Placed = { readonly block: Block; readonly place: Place };

const isInline = ({ block }: Placed): boolean => registry[block.layout].isInline === true;

/** The filled blocks with their places; bays are counted over those that carry a label. */
const placeBlocks = (blocks: readonly Block[], firstBay: number, opensPage: boolean): readonly Placed[] => {
  let bay = firstBay;
  const images: string[] = [];
  return blocks
    .filter((block) => isFilled(block.layout, block))
    .map((block, index) => {
      const hasBay = block.layout !== 'hero' && 'label' in block && 'headline' in block && block.label !== '';
      const place = {
        id: `block-${index + 1}`,
        isOpening: opensPage && index === 0,
        earlierImages: [...images],
        ...(hasBay && { bay: `P${bay}` }),
      };
      if (hasBay) bay += 1;
      if (block.layout === 'gallery') images.push(...block.images.map(({ url }) => url));
      return { block, place };
    });
};

/** How many numbered bays these blocks take, for what is counted on behind them. */
export const countNumberedBays = (blocks: readonly Block[]): number =>
  placeBlocks(blocks, 1, false).filter(({ place }) => place.bay !== undefined).length;

/** Inline neighbours together, everything else alone. */
const toGroups = (placed: readonly Placed[]): readonly (readonly [Placed, ...Placed[]])[] => {
  const groups: [Placed, ...Placed[]][] = [];
  for (const entry of placed) {
    const last = groups.at(-1);
    if (last && isInline(entry) && isInline(last[0])) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
};

const MAX_REPORTED = 1_000;
const reported = new Set<string>();

const reportOnce = (layout: Layout, error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  const key = `${layout} ${reason}`;
  if (reported.has(key) || reported.size >= MAX_REPORTED) return;
  reported.add(key);
  log.error({ layout, err: error }, 'A block cannot be rendered and is left out.');
};

/** A block as it is shown, null where it throws. */
const renderBlock = async ({ block, place }: Placed): Promise<ReactNode> => {
  try {
    return <Fragment key={place.id}>{await resolveElements(show(block.layout, block, place))}</Fragment>;
  } catch (error) {
    reportOnce(block.layout, error);
    return null;
  }
};

const BlockGroup = async ({ group }: { readonly group: readonly [Placed, ...Placed[]] }) => {
  const shown = (await Promise.all(group.map(renderBlock))).filter((node) => node !== null);
  if (!isInline(group[0]) || shown.length === 0) return shown;

  return (
    <Band spacing="tight">
      <div className={styles.inline}>{shown}</div>
    </Band>
  );
};

type WebBlocksProps = {
  readonly blocks: readonly Block[];
  readonly firstBay?: number;
  /** Whether the first block opens the page, with the page's only h1. */
  readonly opensPage?: boolean;
};

/**
 * The blocks that editors put together, each shown by the block of this site that its layout names. One that throws is
 * left out and logged.
 */
export const WebBlocks = ({ blocks, firstBay = 1, opensPage = false }: WebBlocksProps) =>
  toGroups(placeBlocks(blocks, firstBay, opensPage)).map((group) => (
    <BlockGroup key={group[0].place.id} group={group} />
  ));
