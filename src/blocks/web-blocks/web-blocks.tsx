import 'server-only';
import { Fragment, type ReactNode } from 'react';
import type { Block } from '../../content/blocks.ts';
import { log } from '../../framework/shared.ts';
import { Band } from '../band/band.tsx';
import { Editable } from '../editable/editable.tsx';
import type { RoadDrawingName } from '../subpages-hero/road-drawing.tsx';
import type { BlockByLayout, BlockPosition, Layout } from './block-rule.ts';
import { registry } from './registry.tsx';
import { resolveElements } from './resolve-elements.tsx';
import styles from './web-blocks.module.css';

const isFilled = <Known extends Layout>(layout: Known, block: BlockByLayout[Known]): boolean =>
  registry[layout].isFilled(block);

const render = <Known extends Layout>(layout: Known, block: BlockByLayout[Known], position: BlockPosition): ReactNode =>
  registry[layout].render(block, position);

type PositionedBlock = { readonly block: Block; readonly position: BlockPosition; readonly pageId: number | undefined };

const isInline = ({ block }: PositionedBlock): boolean => registry[block.layout].isInline === true;

/** The blocks that a visitor can jump to: those with an anchor, if there are several. Only these are numbered. */
export const listLanes = (blocks: readonly Block[]) => {
  const lanes = blocks.flatMap((block) =>
    block.layout === 'split' && block.anchor !== '' && isFilled(block.layout, block)
      ? [{ anchor: block.anchor, label: block.label || block.headline }]
      : [],
  );
  return lanes.length < 2 ? [] : lanes.map((lane, index) => ({ ...lane, bay: `P${index + 1}` }));
};

type WebBlocksProps = {
  readonly blocks: readonly Block[];
  /** Whether the first block is the hero of the page, with its h1. */
  readonly opensPage?: boolean;
  /** The drawing of that hero. */
  readonly drawing?: RoadDrawingName | undefined;
  /** The id of the page, with which previews mark the texts of the blocks. */
  readonly pageId?: number | undefined;
};

/** The filled blocks with their positions. */
const positionBlocks = ({ blocks, opensPage = false, drawing, pageId }: WebBlocksProps): readonly PositionedBlock[] => {
  const lanes = listLanes(blocks);
  const images: string[] = [];
  return blocks
    .filter((block) => isFilled(block.layout, block))
    .map((block, index) => {
      const lane = 'anchor' in block ? lanes.find(({ anchor }) => anchor === block.anchor) : undefined;
      const position = {
        id: `block-${index + 1}`,
        isOpening: opensPage && index === 0,
        earlierImages: [...images],
        ...(drawing && { drawing }),
        ...(lane && { bay: lane.bay }),
      };
      if (block.layout === 'gallery') images.push(...block.images.map(({ url }) => url));
      return { block, position, pageId };
    });
};

/** Groups adjacent inline blocks; every other block is a group of its own. */
const toGroups = (
  positioned: readonly PositionedBlock[],
): readonly (readonly [PositionedBlock, ...PositionedBlock[]])[] => {
  const groups: [PositionedBlock, ...PositionedBlock[]][] = [];
  for (const entry of positioned) {
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
  log.error({ layout, err: error }, 'skipping a block that failed to render');
};

/** Renders a block; null if it throws. */
const renderBlock = async ({ block, position, pageId }: PositionedBlock): Promise<ReactNode> => {
  try {
    const rendered = await resolveElements(render(block.layout, block, position));
    if (pageId === undefined || block.row === undefined) return <Fragment key={position.id}>{rendered}</Fragment>;
    return (
      <Editable key={position.id} items={[`pages/${pageId}/blocks/${block.row}`]}>
        {rendered}
      </Editable>
    );
  } catch (error) {
    reportOnce(block.layout, error);
    return null;
  }
};

const BlockGroup = async ({ group }: { readonly group: readonly [PositionedBlock, ...PositionedBlock[]] }) => {
  const rendered = (await Promise.all(group.map(renderBlock))).filter((node) => node !== null);
  if (!isInline(group[0]) || rendered.length === 0) return rendered;

  return (
    <Band spacing="tight" height="short">
      <div className={styles.inline}>{rendered}</div>
    </Band>
  );
};

/**
 * Renders the blocks of a page, each by the rule that the registry has for its layout. A block that throws is skipped and
 * logged.
 */
export const WebBlocks = (props: WebBlocksProps) =>
  toGroups(positionBlocks(props)).map((group) => <BlockGroup key={group[0].position.id} group={group} />);
