import 'server-only';
import { z } from 'zod';
import { group, listOf, orEmpty, PlainText, RawText, toReason } from './acf.ts';
import { Gallery, OptionalImage } from './images.ts';
import { toHref } from './links.ts';
import { withBrand } from './site-name.ts';
import { warnOnce } from './warn-once.ts';

/** How a field is edited. It decides which control the forms in WordPress show. */
type FieldType =
  | 'text'
  | 'textarea'
  | 'html'
  | 'url'
  | 'email'
  | 'phone'
  | 'choice'
  | 'icon'
  | 'image'
  | 'gallery'
  | 'list'
  | 'group'
  | 'date-time'
  | 'time-zone';

type Choice = { readonly value: string; readonly label: string };

/** The label and the help text of a field, and the limits that the forms in WordPress check. */
type FieldTexts = {
  readonly label: string;
  readonly help?: string;
  /** Without a value the site shows the block, row or event incompletely or not at all. */
  readonly required?: boolean;
  /** In characters. The site shows longer texts too, but they wrap badly. */
  readonly maxLength?: number;
  readonly example?: string;
  /** What the site shows if the field is empty. Of a text, with `{brand}` for the site's name. */
  readonly default?: string;
};

/** `min` and `max` are numbers of rows or images. */
type ListTexts = FieldTexts & { readonly min?: number; readonly max?: number };

type ImageTexts = FieldTexts & {
  /** In pixels. The site shows smaller images too, but blurred. */
  readonly minWidth?: number;
  /** Whether the site shows the image without its alternative text, because the text beside it says the same. */
  readonly isDecorative?: boolean;
};

type Description = ListTexts &
  ImageTexts & {
    readonly type: FieldType;
    readonly choices?: readonly Choice[];
    /** The fields of a group or of a row of a list. */
    readonly fields?: readonly Field[];
    readonly itemLabel?: string;
  };

/** A field as `schema.json` describes it to the forms in WordPress; `name` is its name in `acf`. */
export type Field = Description & { readonly name: string; readonly help: string; readonly required: boolean };

const descriptions = z.registry<Description>();

/** Converts a name in the code to the name in the CMS: `subpagesHero` to `subpages_hero`. */
export const toAcfName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape => {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in);
  if (schema instanceof z.ZodIntersection) return { ...shapeOf(schema.def.left), ...shapeOf(schema.def.right) };
  if (schema instanceof z.ZodObject) return schema.shape;
  throw new Error(`a schema of type ${schema._zod.def.type} has no fields`);
};

/** The fields of an object schema, in its order. Throws if one has no description; `layout` and `row` of a block need none. */
export const toFields = (schema: z.core.$ZodType): Field[] =>
  Object.entries(shapeOf(schema))
    .filter(([key]) => key !== 'layout' && key !== 'row')
    .map(([key, field]) => {
      const description = descriptions.get(field);
      if (!description) throw new Error(`the field ${key} has no description`);
      const { label, help = '', type, required = false, ...rest } = description;
      return { name: toAcfName(key), label, help, type, required, ...rest };
    });

/** Adds a description to a schema whose invalid values make the row or the response invalid. */
export const register = <Schema extends z.ZodType>(schema: Schema, description: Description): Schema => {
  const key: z.ZodType = schema;
  descriptions.add(key, description);
  return schema;
};

/**
 * Adds a description to a schema that accepts empty values. An invalid value counts as empty, with a warning, so that only the
 * field is lost.
 */
export const describe = <Schema extends z.ZodType>(schema: Schema, description: Description): z.ZodCatch<Schema> => {
  const forgiving = schema.catch(({ error }) => {
    const reason = toReason(new z.ZodError(error.issues));
    const field = description.label;
    warnOnce(`field ${field} ${reason}`, { field, reason }, 'skipping an invalid content field');
    return schema.parse(undefined);
  });
  return register(forgiving, description);
};

/** Text without markup, or else the default, whose no-break spaces are kept. */
const withDefault = ({ default: text = '' }: FieldTexts) => PlainText.transform((value) => value || withBrand(text));

/** One line without markup. */
export const text = (texts: FieldTexts) => describe(withDefault(texts), { type: 'text', ...texts });

/** A short paragraph without markup. */
export const textarea = (texts: FieldTexts) => describe(withDefault(texts), { type: 'textarea', ...texts });

/** HTML as it is stored; sanitize it before use. */
export const html = (texts: FieldTexts) => describe(RawText, { type: 'html', ...texts });

/** A result of `toHref`; null when empty or unusable. */
export const url = (texts: FieldTexts) => describe(RawText.transform(toHref), { type: 'url', ...texts });

/** An empty value is invalid, because a block without an email address has nothing to show. */
export const email = (texts: FieldTexts) => register(z.email(), { type: 'email', ...texts });

/** A telephone number, which may have spaces. */
export const phone = (texts: FieldTexts) => describe(withDefault(texts), { type: 'phone', ...texts });

/** The name of an icon, for example `tabler:route`. */
export const icon = (texts: FieldTexts) => describe(PlainText, { type: 'icon', example: 'tabler:route', ...texts });

export const image = (texts: ImageTexts) => describe(OptionalImage, { type: 'image', ...texts });

export const gallery = (texts: ListTexts & ImageTexts) => describe(Gallery, { type: 'gallery', ...texts });

/** A portrait, shown beside the name of the person. */
export const portrait = () =>
  image({ label: 'Portrait', help: 'Square, at least 160 pixels wide.', minWidth: 160, isDecorative: true });

/** A local date and time, `2026-11-24 09:00:00`. */
export const dateTime = (texts: FieldTexts) => describe(RawText, { type: 'date-time', ...texts });

/** The IANA name of a time zone. */
export const timeZoneName = (texts: FieldTexts) =>
  describe(RawText, { type: 'time-zone', default: 'UTC', example: 'Europe/Berlin', ...texts });

/** One of the keys of `choices`, whose values are the labels. An empty field has the value `empty`. */
export const choice = <const Choices extends Readonly<Record<string, string>>>(
  choices: Choices,
  empty: keyof Choices & string,
  texts: FieldTexts,
) => {
  const isChoice = (value: unknown) => typeof value === 'string' && Object.hasOwn(choices, value);
  const Value = z.custom<keyof Choices & string>(isChoice, `expected one of ${Object.keys(choices).join(', ')}`);
  return describe(orEmpty(Value, empty), {
    type: 'choice',
    choices: Object.entries(choices).map(([value, label]) => ({ value, label })),
    default: empty,
    ...texts,
  });
};

/**
 * A repeater without its invalid rows.
 *
 * @param texts `itemLabel` names a row, for example `Card`; it is also its name in the log.
 */
export const list = <Row extends z.ZodType>(row: Row, texts: ListTexts & { readonly itemLabel: string }) =>
  describe(listOf(row, texts.itemLabel.toLowerCase()), { type: 'list', fields: toFields(row), ...texts });

/** Fields that belong together, such as the name and role of an author. */
export const fieldGroup = <Fields extends z.ZodType>(fields: Fields, texts: FieldTexts) =>
  describe(group(fields), { type: 'group', fields: toFields(fields), ...texts });

/** A group of fields under a heading. */
export const section = <Fields extends z.ZodRawShape>(label: string, fields: Fields) =>
  fieldGroup(z.object(fields), { label });
