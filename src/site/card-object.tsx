import 'server-only';
import type { ReactNode } from 'react';
import { COLOURS } from './brand.ts';
import { CardLogo } from './card-logo.tsx';

/** The illustration on the right half of a social card; which one depends on the page. */
export type CardObject =
  | { readonly kind: 'picture'; readonly png: string }
  | {
      readonly kind: 'ticket';
      readonly city: string;
      readonly code: string;
      readonly dates: string;
      readonly bay: string;
      readonly bars: readonly number[];
    }
  | { readonly kind: 'lanes'; readonly lanes: readonly { readonly bay: string; readonly label: string }[] }
  | { readonly kind: 'figures'; readonly rows: readonly { readonly name: string; readonly value: string }[] }
  | { readonly kind: 'steps'; readonly steps: readonly string[] }
  | { readonly kind: 'questions'; readonly questions: readonly string[] }
  | { readonly kind: 'form'; readonly fields: readonly string[]; readonly button: string }
  | { readonly kind: 'document'; readonly headings: readonly string[] }
  | { readonly kind: 'sign' };

const WIDTH = 480;
const { tar: TAR, marking: YELLOW, plate: BLUE, 'on-plate': PAPER } = COLOURS;
/** Neutral colours of the light theme. */
const INK = '#17191c';
const GRAVEL = '#5b6068';
const LINE = '#d9d5cb';

type BoxProps = { readonly children?: ReactNode; readonly style: Readonly<Record<string, string | number>> };

const Box = ({ children, style }: BoxProps) => <div style={{ display: 'flex', ...style }}>{children}</div>;

const Line = ({ text, style }: { readonly text: string; readonly style: BoxProps['style'] }) => (
  <Box style={{ ...style, whiteSpace: 'nowrap' }}>{text}</Box>
);

/** The first four texts of at most `length` characters. Longer ones do not fit on one line, and truncated they look like a mistake. */
const fitting = (texts: readonly string[], length: number): readonly string[] =>
  texts.filter((text) => text.length <= length).slice(0, 4);

const Sheet = ({ children }: { readonly children: ReactNode }) => (
  <Box
    style={{
      flexDirection: 'column',
      width: WIDTH,
      padding: '36px 36px 40px',
      borderRadius: 8,
      background: PAPER,
      color: INK,
    }}
  >
    {children}
  </Box>
);

/** A road sign with rows. */
const Sign = ({ children }: { readonly children: ReactNode }) => (
  <Box style={{ width: WIDTH, padding: 6, borderRadius: 12, background: BLUE }}>
    <Box
      style={{
        flexDirection: 'column',
        flexGrow: 1,
        padding: '10px 28px',
        border: '4px solid #ffffff',
        borderRadius: 8,
        color: PAPER,
      }}
    >
      {children}
    </Box>
  </Box>
);

const Ticket = ({ city, code, dates, bay, bars }: Extract<CardObject, { kind: 'ticket' }>) => (
  <Box style={{ position: 'relative', width: WIDTH, height: 260, color: INK }}>
    {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is rasterized */}
    <svg width={WIDTH} height={260} viewBox="0 0 480 260" style={{ position: 'absolute' }}>
      <path
        fill={YELLOW}
        d="M8 0H322a14 14 0 0 0 28 0H472a8 8 0 0 1 8 8V252a8 8 0 0 1-8 8H350a14 14 0 0 0-28 0H8a8 8 0 0 1-8-8V8A8 8 0 0 1 8 0z"
      />
      <path stroke={TAR} strokeWidth="3" strokeDasharray="9 9" d="M336 26V238" />
      {bars.map((width, index) => {
        const x = 364 + (bars.slice(0, index).reduce((sum, bar) => sum + bar + 2, 0) * 92) / 117;
        return (
          <path
            key={`bar ${String(x)}`}
            fill={TAR}
            d={`M${x.toFixed(1)} 168h${(width * 0.8).toFixed(1)}v66h-${(width * 0.8).toFixed(1)}z`}
          />
        );
      })}
    </svg>
    <Line
      text={city}
      style={{ position: 'absolute', left: 26, top: 24, fontSize: Math.min(26, 580 / city.length), fontWeight: 600 }}
    />
    <Box style={{ position: 'absolute', left: 22, top: 52, fontSize: 132, fontWeight: 800 }}>{code}</Box>
    <Box style={{ position: 'absolute', left: 26, top: 206, fontSize: 25, fontWeight: 600 }}>{dates}</Box>
    {bay && <Box style={{ position: 'absolute', left: 364, top: 24, fontSize: 26, fontWeight: 600 }}>Bay</Box>}
    {bay && (
      <Box
        style={{ position: 'absolute', left: 362, top: 62, fontSize: Math.min(68, 204 / bay.length), fontWeight: 800 }}
      >
        {bay}
      </Box>
    )}
  </Box>
);

/** A card object as JSX for satori. */
export const CardPicture = ({ object }: { readonly object: CardObject }) => {
  switch (object.kind) {
    case 'picture':
      return (
        <img
          src={object.png}
          alt=""
          width={WIDTH}
          height={300}
          style={{ borderRadius: 8, objectFit: 'cover', objectPosition: 'top left' }}
        />
      );
    case 'ticket':
      return <Ticket {...object} />;
    case 'lanes':
      return (
        <Box style={{ width: WIDTH, flexWrap: 'wrap', gap: 16 }}>
          {object.lanes.slice(0, 6).map(({ bay, label }) => (
            <Box
              key={bay}
              style={{
                flexDirection: 'column',
                justifyContent: 'space-between',
                boxSizing: 'border-box',
                width: 232,
                height: 124,
                padding: '18px 18px 14px',
                border: '4px solid #ffffff',
                borderRadius: 8,
                background: BLUE,
                color: PAPER,
              }}
            >
              <Box style={{ fontSize: 25, fontWeight: 800, lineHeight: 1.15 }}>{label}</Box>
              <Box
                style={{
                  padding: '6px 10px 2px',
                  background: PAPER,
                  color: BLUE,
                  alignSelf: 'flex-start',
                  fontSize: 24,
                  fontWeight: 800,
                }}
              >
                {bay}
              </Box>
            </Box>
          ))}
        </Box>
      );
    case 'figures':
      return (
        <Sign>
          {object.rows
            .filter(({ name, value }) => name.length + value.length * 1.5 <= 34)
            .slice(0, 4)
            .map(({ name, value }) => (
              <Box
                key={name}
                style={{
                  justifyContent: 'space-between',
                  alignItems: 'center',
                  padding: '16px 0 10px',
                  fontWeight: 800,
                }}
              >
                <Line text={name} style={{ fontSize: 26 }} />
                <Box style={{ fontSize: 38, color: YELLOW }}>{value}</Box>
              </Box>
            ))}
        </Sign>
      );
    case 'steps':
      return (
        <Sign>
          {fitting(object.steps, 23).map((step, index) => (
            <Box key={step} style={{ alignItems: 'center', gap: 22, padding: '14px 0' }}>
              <Box
                style={{
                  alignItems: 'center',
                  justifyContent: 'center',
                  width: 52,
                  height: 52,
                  paddingTop: 6,
                  borderRadius: 6,
                  background: PAPER,
                  color: BLUE,
                  fontSize: 34,
                  fontWeight: 800,
                }}
              >
                {index + 1}
              </Box>
              <Line text={step} style={{ fontSize: 29, fontWeight: 800 }} />
            </Box>
          ))}
        </Sign>
      );
    case 'questions':
      return (
        <Sheet>
          {fitting(object.questions, 33).map((question) => (
            <Box
              key={question}
              style={{
                justifyContent: 'space-between',
                padding: '17px 0 14px',
                borderBottom: `2px solid ${LINE}`,
                fontSize: 25,
                fontWeight: 600,
              }}
            >
              <Line text={question} style={{}} />
              <Box style={{ color: BLUE, fontWeight: 800 }}>+</Box>
            </Box>
          ))}
        </Sheet>
      );
    case 'form':
      return (
        <Sheet>
          {object.fields.slice(0, 3).map((field) => (
            <Box key={field} style={{ flexDirection: 'column', gap: 8, marginBottom: 22 }}>
              <Box style={{ fontSize: 24, fontWeight: 600 }}>{field}</Box>
              <Box style={{ height: 46, border: `2px solid ${GRAVEL}`, borderRadius: 6 }} />
            </Box>
          ))}
          <Box
            style={{
              alignSelf: 'flex-start',
              padding: '16px 26px 10px',
              borderRadius: 6,
              background: BLUE,
              color: PAPER,
              fontSize: 26,
              fontWeight: 800,
            }}
          >
            {object.button}
          </Box>
        </Sheet>
      );
    case 'document':
      return (
        <Sheet>
          {fitting(object.headings, 31).map((heading) => (
            <Box key={heading} style={{ flexDirection: 'column', gap: 12, padding: '12px 0' }}>
              <Line text={heading} style={{ fontSize: 26, fontWeight: 800 }} />
              <Box style={{ width: 400, height: 8, background: LINE }} />
              <Box style={{ width: 320, height: 8, background: LINE }} />
            </Box>
          ))}
        </Sheet>
      );
    case 'sign':
      return <CardLogo size={330} style={{ marginLeft: 90 }} />;
  }
};
