import { serializeOuter } from 'parse5';
import { z } from 'zod';
import type { Field } from '../../src/content/editor-fields.ts';
import { attributeOf, listElements, parseHtml } from '../../src/content/html-tree.ts';
import { isTimeZone, toInstant } from '../../src/content/instants.ts';
import { toImageUrl } from '../../src/content/links.ts';
import { toPlainText, toSafeHtml } from '../../src/content/safe-html.ts';
import { findInstalledIcon, INSTALLED_COLLECTION } from '../../src/site/installed-icons.ts';
import { error, type Finding, warning } from './finding.ts';
import type { SiteLinks } from './site-links.ts';

/** The facts that the checks use about the site and about the page that contains the fields. */
export type CheckContext = {
  /** The path of the page. */
  readonly page: string;
  readonly links: SiteLinks;
  /** Whether the site serves a file with this percent-encoded path. */
  readonly hasFile: (path: string) => boolean;
};

type Check = (value: unknown, field: Field, where: readonly string[], context: CheckContext) => Finding[];

const Picture = z.object({
  url: z.string(),
  alt: z.string().default(''),
  width: z.coerce.number().positive(),
  height: z.coerce.number().positive(),
});
const Row = z.record(z.string(), z.unknown());
const Text = z.union([z.string(), z.number().transform(String)]);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Elements that the site may leave out together with their content. */
const EMBEDDED = new Set(['audio', 'embed', 'form', 'iframe', 'object', 'script', 'video']);

const checkSource = (src: string, where: readonly string[], { hasFile }: CheckContext): Finding[] => {
  const url = toImageUrl(src);
  if (url === null) {
    return [
      error(
        where,
        `The picture “${src}” cannot be shown: it is an SVG upload or on another website. Choose one from the media library.`,
      ),
    ];
  }
  return hasFile(url) ? [] : [error(where, `The picture “${src}” does not exist any more. Choose another one.`)];
};

/** The links, pictures and embedded content of HTML. */
export const checkHtml = (html: string, where: readonly string[], context: CheckContext): Finding[] => {
  const tree = parseHtml(html);
  if (tree === null) return [error(where, 'The text is too large to be shown. Divide it.')];
  return listElements(tree).flatMap((element) => {
    const { tagName } = element;
    if (tagName === 'a') {
      const href = attributeOf(element, 'href');
      return href === null ? [] : context.links.check(href, context.page, where);
    }
    if (tagName === 'img') {
      const src = attributeOf(element, 'src') ?? '';
      const findings = checkSource(src, where, context);
      if (findings.length > 0) return findings;
      if (!attributeOf(element, 'width') || !attributeOf(element, 'height')) {
        return [
          error(where, `The picture “${src}” has no size, so it is not shown. Insert it from the media library again.`),
        ];
      }
      if (attributeOf(element, 'alt')) return [];
      return [warning(where, `The picture “${src}” has no alternative text. Describe what it shows.`)];
    }
    const isLeftOut = EMBEDDED.has(tagName) && toSafeHtml(serializeOuter(element)) === '';
    return isLeftOut ? [warning(where, `Embedded content (“${tagName}”) is left out. Use a link instead.`)] : [];
  });
};

const checkText: Check = (value, { maxLength }, where) => {
  const { data, success } = Text.safeParse(value);
  if (!success) return [error(where, 'This is not text.')];
  const { length } = toPlainText(data);
  if (maxLength === undefined || length <= maxLength) return [];
  return [warning(where, `The text has ${length} characters. Shorten it to ${maxLength}, so that it fits.`)];
};

const checkPicture: Check = (value, { minWidth = 0, isDecorative }, where, context) => {
  const { data, success } = Picture.safeParse(value);
  if (!success)
    return [
      error(
        where,
        'The picture has no address or no size, so it is not shown. Choose it from the media library again.',
      ),
    ];
  const findings = checkSource(data.url, where, context);
  if (findings.length > 0) return findings;
  const isSmall = data.width < minWidth && !/\.svg$/i.test(data.url);
  return [
    ...(isSmall
      ? [
          warning(
            where,
            `The picture is ${data.width} pixels wide and looks blurred. Use one with at least ${minWidth}.`,
          ),
        ]
      : []),
    ...(data.alt === '' && !isDecorative
      ? [warning(where, 'The picture has no alternative text. Describe what it shows.')]
      : []),
  ];
};

const checkRows: Check = (value, { fields = [], itemLabel = 'Row', max }, where, context) => {
  if (!Array.isArray(value)) return [error(where, 'This is not a list.')];
  return [
    ...(max !== undefined && value.length > max
      ? [warning(where, `There are ${value.length} entries. More than ${max} do not fit.`)]
      : []),
    ...value.flatMap((row, index) => checkFields(row, fields, [...where, `${itemLabel} ${index + 1}`], context)),
  ];
};

const CHECKS: Readonly<Record<Field['type'], Check>> = {
  text: checkText,
  textarea: checkText,
  phone: checkText,
  html: (value, _, where, context) => {
    const { data, success } = Text.safeParse(value);
    return success ? checkHtml(data, where, context) : [error(where, 'This is not text.')];
  },
  url: (value, _, where, { links, page }) => {
    const { data, success } = Text.safeParse(value);
    return success ? links.check(data, page, where) : [error(where, 'This is not a link.')];
  },
  email: (value, _, where) =>
    z.email().safeParse(value).success ? [] : [error(where, `“${value}” is not an email address.`)],
  choice: (value, { choices = [] }, where) =>
    choices.some((choice) => choice.value === value)
      ? []
      : [error(where, `“${value}” is not possible. Use ${choices.map((choice) => `“${choice.value}”`).join(' or ')}.`)],
  icon: (value, _, where) => {
    const [collection = '', name = ''] = String(value).includes(':')
      ? String(value).split(':', 2)
      : [INSTALLED_COLLECTION, String(value)];
    const isMissing = collection === INSTALLED_COLLECTION && findInstalledIcon(collection, name) === null;
    return isMissing ? [warning(where, `There is no icon “${value}”. Choose another one.`)] : [];
  },
  image: checkPicture,
  gallery: (value, field, where, context) =>
    Array.isArray(value)
      ? value.flatMap((picture, index) => checkPicture(picture, field, [...where, `Picture ${index + 1}`], context))
      : [error(where, 'This is not a list of pictures.')],
  list: checkRows,
  group: (value, { fields = [] }, where, context) => checkFields(value, fields, where, context),
  'date-time': (value, _, where) =>
    toInstant(String(value), 'UTC') === null
      ? [error(where, `“${value}” is not a date. Write it like 2026-11-24 09:00:00.`)]
      : [],
  'time-zone': (value, _, where) =>
    isTimeZone(String(value)) ? [] : [error(where, `“${value}” is not a time zone. Write it like Europe/Berlin.`)],
};

/** Checks the values of fields that the schema describes. A required field without value is an error. */
export const checkFields = (
  input: unknown,
  fields: readonly Field[],
  where: readonly string[],
  context: CheckContext,
): Finding[] => {
  const { data: values, success } = Row.safeParse(isEmpty(input) ? {} : input);
  if (!success) return [error(where, 'This is not a set of fields.')];
  return fields.flatMap((field) => {
    const value = values[field.name];
    const fieldWhere = [...where, field.label];
    if (!isEmpty(value)) return CHECKS[field.type](value, field, fieldWhere, context);
    return field.required ? [error(fieldWhere, 'This is empty, but the site needs it. Fill it in.')] : [];
  });
};
