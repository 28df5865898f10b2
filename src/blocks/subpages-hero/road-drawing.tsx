import styles from './subpages-hero.module.css';

/** Paths of markings on the lane, in perspective: its edges would meet 139 units above the drawing. */
const DRAWINGS = {
  arrow: 'M201.8 190L206.7 102L174.7 102L220.0 34L265.3 102L233.3 102L238.2 190Z',
  /** Straight ahead, or the next exit. */
  exit:
    'M165.4 190L181.7 92L156.1 92L200.6 36L232.8 92L207.2 92L204.7 138L258.9 112L256.4 96L306.1 112' +
    'L264.1 146L261.5 129L203.5 160L201.8 190Z',
  /** A sheet, three rows of days, and the bar above them. */
  calendar:
    'M171.4 52L268.6 52L303.7 190L136.3 190ZM177.3 59L262.7 59L291.0 190L149.0 190Z' +
    'M178.4 96L199.2 96L197.3 118L174.5 118ZM209.6 96L230.4 96L231.4 118L208.6 118ZM240.8 96L261.6 96L265.5 118L242.7 118Z' +
    'M172.4 130L196.2 130L194.2 152L168.5 152ZM208.1 130L231.9 130L232.9 152L207.1 152ZM243.8 130L267.6 130L271.5 152L245.8 152Z' +
    'M166.4 164L193.2 164L191.2 186L162.5 186ZM206.6 164L233.4 164L234.4 186L205.6 186ZM246.8 164L273.6 164L277.5 186L248.8 186Z' +
    'M175.8 66L264.2 66L267.7 82L172.3 82Z',
  envelope:
    'M157.7 62L282.3 62L316.3 172L123.7 172ZM163.6 69L220.0 118L276.4 69Z' +
    'M159.4 80L220.0 131L280.6 80L303.5 163L136.5 163Z',
  /** A sheet with five lines of text. */
  document:
    'M174.5 40L265.5 40L303.7 190L136.3 190ZM179.9 47L260.1 47L291.0 190L149.0 190Z' +
    'M188.9 62L226.7 62L227.0 71L187.5 71ZM185.1 86L254.9 86L256.2 95L183.8 95ZM181.1 112L258.9 112L260.3 121L179.7 121Z' +
    'M176.8 140L263.2 140L264.6 149L175.4 149ZM172.1 170L267.9 170L269.3 179L170.7 179Z',
  question: '',
} as const;

export type RoadDrawingName = keyof typeof DRAWINGS;

/** A lane with a marking in perspective, as if painted on the road. Decorative. */
export const RoadDrawing = ({ name }: { readonly name: RoadDrawingName }) => (
  <svg className={styles.drawing} viewBox="0 0 440 190" width="440" height="190" aria-hidden="true">
    <path d={`M138 0h5L38 190H0zM302 0h-5l105 190h38z${DRAWINGS[name]}`} fillRule="evenodd" />
    {name === 'question' && (
      <text transform="translate(220 172) scale(1.15 0.9)" textAnchor="middle">
        ?
      </text>
    )}
  </svg>
);
