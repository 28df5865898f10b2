/**
 * A field of formatted text: paragraphs, subheadings and list items, each edited in a WordPress RichText. Other elements, such as a
 * table, are kept and can be edited as HTML. A value that was not edited is saved unchanged; an edit anywhere in the field removes HTML
 * comments, the attributes of paragraphs and subheadings, and the classes of lists.
 */
(() => {
  const { createElement: el, Fragment, useEffect, useRef, useState } = window.wp.element;
  const { RichText } = window.wp.blockEditor;
  const { Button, TextareaControl } = window.wp.components;
  const { create, slice, toHTMLString } = window.wp.richText;
  const { dispatch, select } = window.wp.data;
  const { __ } = window.wp.i18n;
  const { safeHTML } = window.wp.dom;

  const KINDS = [
    { kind: 'p', label: __('Paragraph', 'site-companion') },
    { kind: 'h3', label: __('Subheading', 'site-companion') },
    { kind: 'ul', label: __('Bullets', 'site-companion') },
    { kind: 'ol', label: __('Numbers', 'site-companion') },
  ];
  const FORMATS = ['core/bold', 'core/italic', 'core/link', 'core/code', 'core/superscript', 'core/subscript'];
  const INLINE =
    /^(?:a|abbr|b|bdi|bdo|br|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/;

  const isInline = (node) => node.nodeType === 3 || (node.nodeType === 1 && INLINE.test(node.localName));
  const hasOnlyInlineContent = (element) => [...element.childNodes].every(isInline);
  const sourceOf = (node) => (node.nodeType === 1 ? node.outerHTML : node.textContent);

  /** The segments of an element; one raw segment if it can only be edited as HTML. */
  const segmentsOf = (element) => {
    const raw = [{ kind: 'raw', html: element.outerHTML }];
    const kind = element.localName;
    if (/^(?:p|h[2-6])$/.test(kind)) return hasOnlyInlineContent(element) ? [{ kind, html: element.innerHTML }] : raw;
    if (kind !== 'ul' && kind !== 'ol') return raw;
    const items = [...element.childNodes].filter((node) => node.nodeType !== 3 || node.textContent.trim() !== '');
    const isPlain = items.every(
      (item) => item.localName === 'li' && item.attributes.length === 0 && hasOnlyInlineContent(item),
    );
    if (!isPlain || items.length === 0 || [...element.attributes].some(({ name }) => name !== 'class')) return raw;
    return items.map((item, index) => ({ kind, html: item.innerHTML.trim(), isFirst: index === 0 }));
  };

  const parse = (html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const segments = [];
    let text = '';
    const flush = () => {
      if (text.trim() !== '') segments.push({ kind: 'p', html: text.trim() });
      text = '';
    };
    for (const node of body.childNodes) {
      if (node.nodeType === 3) text += node.textContent.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      else if (isInline(node)) text += sourceOf(node);
      else if (node.nodeType === 1) {
        flush();
        segments.push(...segmentsOf(node));
      }
    }
    flush();
    return segments.length > 0 ? segments : [{ kind: 'p', html: '' }];
  };

  const isList = ({ kind }) => kind === 'ul' || kind === 'ol';

  const serialize = (segments) => {
    const lines = [];
    for (const [index, segment] of segments.entries()) {
      const { kind, html } = segment;
      if (!isList(segment)) {
        if (kind === 'raw') lines.push(html);
        else if (html.trim() !== '') lines.push(`<${kind}>${html}</${kind}>`);
        continue;
      }
      const [before, after] = [segments[index - 1], segments[index + 1]];
      if (before?.kind !== kind || segment.isFirst) lines.push(`<${kind}>`);
      if (html.trim() !== '') lines.push(`<li>${html}</li>`);
      if (after?.kind !== kind || after.isFirst) lines.push(`</${kind}>`);
    }
    return lines.join('\n').replace(/<([uo]l)>\n<\/\1>\n?/g, '');
  };

  const lengthOf = (html) => create({ html }).text.length;

  const RawSegment = ({ html, onChange, onRemove }) => {
    const [isOpen, setOpen] = useState(false);
    return el(
      'div',
      { className: 'site-companion-raw' },
      isOpen
        ? el(TextareaControl, {
            label: __('HTML', 'site-companion'),
            value: html,
            onChange,
            rows: 8,
            __nextHasNoMarginBottom: true,
          })
        : el('div', { className: 'site-companion-raw__view', dangerouslySetInnerHTML: { __html: safeHTML(html) } }),
      el(
        'div',
        { className: 'site-companion-raw__actions' },
        el(
          Button,
          { variant: 'secondary', size: 'small', onClick: () => setOpen(!isOpen) },
          isOpen ? __('Done', 'site-companion') : __('Edit as HTML', 'site-companion'),
        ),
        el(
          Button,
          { variant: 'tertiary', size: 'small', isDestructive: true, onClick: onRemove },
          __('Remove', 'site-companion'),
        ),
      ),
    );
  };

  /** `path` must be unique in the block, because it identifies the RichText elements in WordPress's selection. */
  const HtmlField = ({ id, label, value, onChange, path, clientId, onBlur, describedBy }) => {
    const [segments, setSegments] = useState(() => parse(value));
    const [current, setCurrent] = useState(0);
    const last = useRef(value);
    const root = useRef(null);
    const name = (index) => `${path}:${index}`;

    useEffect(() => {
      if (value === last.current) return;
      last.current = value;
      setSegments(parse(value));
    }, [value]);

    const update = (next) => {
      last.current = serialize(next);
      setSegments(next);
      onChange(last.current);
    };
    const replace = (index, count, ...items) => update(segments.toSpliced(index, count, ...items));
    const placeCaret = (index, offset) => {
      setCurrent(index);
      dispatch('core/block-editor').selectionChange(clientId, name(index), offset, offset);
    };

    const split = (index) => {
      const segment = segments[index];
      const start = select('core/block-editor').getSelectionStart().offset ?? lengthOf(segment.html);
      const end = select('core/block-editor').getSelectionEnd().offset ?? start;
      const isEmptyItem = isList(segment) && segment.html.trim() === '';
      if (isEmptyItem) {
        replace(index, 1, { kind: 'p', html: '' });
        placeCaret(index, 0);
        return;
      }
      const text = create({ html: segment.html });
      const [first, second] = [
        slice(text, 0, Math.min(start, end)),
        slice(text, Math.max(start, end), text.text.length),
      ];
      const kind = isList(segment) ? segment.kind : 'p';
      replace(
        index,
        1,
        { ...segment, html: toHTMLString({ value: first }) },
        { kind, html: toHTMLString({ value: second }) },
      );
      placeCaret(index + 1, 0);
    };

    const merge = (index, isForward) => {
      const segment = segments[index];
      if (!isForward && segment.kind !== 'p' && segment.html !== '') {
        replace(index, 1, { kind: 'p', html: segment.html });
        placeCaret(index, 0);
        return;
      }
      const [one, other] = isForward ? [index, index + 1] : [index - 1, index];
      if (!segments[one] || !segments[other] || segments[one].kind === 'raw' || segments[other].kind === 'raw') return;
      const offset = lengthOf(segments[one].html);
      replace(one, 2, { ...segments[one], html: segments[one].html + segments[other].html });
      placeCaret(one, offset);
    };

    // Enter starts a new paragraph or item. RichText would insert a line break, which Shift+Enter still does.
    const splitRef = useRef(split);
    splitRef.current = split;
    useEffect(() => {
      const box = root.current;
      const onKeyDown = (event) => {
        const segment = event.target.closest?.('[data-segment]');
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !segment) return;
        event.preventDefault();
        event.stopPropagation();
        splitRef.current(Number(segment.dataset.segment));
      };
      box.addEventListener('keydown', onKeyDown, true);
      return () => box.removeEventListener('keydown', onKeyDown, true);
    }, []);

    const selected = segments[current] ?? segments[0];
    const toNumber = (index) => {
      let number = 1;
      for (let before = index; before > 0 && !segments[before].isFirst; before -= 1) {
        if (segments[before - 1].kind !== 'ol') break;
        number += 1;
      }
      return number;
    };

    return el(
      'div',
      { className: 'site-companion-html', ref: root, onBlur },
      el(
        'div',
        { className: 'site-companion-html__bar' },
        el('span', { id, className: 'site-companion-label' }, label),
        el(
          'div',
          {
            role: 'group',
            className: 'site-companion-choices',
            'aria-label': __('Kind of the selected line', 'site-companion'),
          },
          KINDS.map(({ kind, label: text }) =>
            el(
              Button,
              {
                key: kind,
                size: 'small',
                isPressed: selected.kind === kind,
                disabled: selected.kind === 'raw',
                onMouseDown: (event) => event.preventDefault(),
                onClick: () => {
                  const index = Math.min(current, segments.length - 1);
                  replace(index, 1, { kind, html: segments[index].html });
                  placeCaret(index, lengthOf(segments[index].html));
                },
              },
              text,
            ),
          ),
        ),
      ),
      el(
        'div',
        {
          className: 'site-companion-html__text',
          role: 'group',
          'aria-labelledby': id,
          'aria-describedby': describedBy,
        },
        segments.map((segment, index) =>
          segment.kind === 'raw'
            ? el(RawSegment, {
                key: `raw-${index}`,
                html: segment.html,
                onChange: (html) => replace(index, 1, { ...segment, html }),
                onRemove: () => replace(index, 1),
              })
            : el(
                'div',
                {
                  key: name(index),
                  'data-segment': index,
                  'data-number': segment.kind === 'ol' ? `${toNumber(index)}.` : undefined,
                  className: `site-companion-segment is-${segment.kind}`,
                  onFocus: () => setCurrent(index),
                },
                el(RichText, {
                  identifier: name(index),
                  tagName: 'div',
                  value: segment.html,
                  allowedFormats: FORMATS,
                  'aria-label': label,
                  placeholder: index === 0 ? __('Write here', 'site-companion') : '',
                  onChange: (html) => replace(index, 1, { ...segment, html }),
                  onMerge: (isForward) => merge(index, isForward),
                }),
              ),
        ),
      ),
    );
  };

  window.siteCompanionBlocks.HtmlField = HtmlField;
  window.siteCompanionBlocks.html = { parse, serialize };
  window.siteCompanionBlocks.Fragment = Fragment;
})();
