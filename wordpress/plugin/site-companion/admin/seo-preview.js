/**
 * Previews how an item looks as a search result and as a shared link, and counts characters, for the box on classic screens and the panel
 * of the block editor.
 */
(() => {
  const { __, sprintf } = window.wp.i18n;
  const site = window.siteCompanionSite;

  const SEPARATOR = ' | ';
  /** Recommended numbers of characters. Search engines cut off longer texts. */
  const LONGEST_TITLE = 60;
  const LONGEST_DESCRIPTION = 160;
  const SHORTEST_DESCRIPTION = 50;
  /** The size of the picture of a shared link. */
  const CARD = { width: 1200, height: 630 };

  const element = (name, className, text) => {
    const created = document.createElement(name);
    created.className = className;
    if (text !== undefined) created.textContent = text;
    return created;
  };

  const fullTitle = (title) => (title ? `${title}${SEPARATOR}${site.name}` : site.name);

  const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text);

  /** Sentences about the length of the title and the description, and about the size of the picture. */
  const advise = {
    title: (title) => {
      const length = fullTitle(title).length;
      return length > LONGEST_TITLE
        ? sprintf(
            /* translators: 1: number of characters, 2: recommended maximum. */
            __(
              '%1$d characters with the name of the site: search results may cut it off after %2$d.',
              'site-companion',
            ),
            length,
            LONGEST_TITLE,
          )
        : sprintf(
            /* translators: 1: number of characters, 2: recommended maximum. */
            __('%1$d of %2$d characters, with the name of the site.', 'site-companion'),
            length,
            LONGEST_TITLE,
          );
    },
    description: (description) => {
      const { length } = description;
      /* translators: 1: number of characters, 2: recommended maximum. */
      const count = sprintf(__('%1$d of %2$d characters.', 'site-companion'), length, LONGEST_DESCRIPTION);
      if (length > LONGEST_DESCRIPTION) return `${count} ${__('Search results may cut it off.', 'site-companion')}`;
      if (length > 0 && length < SHORTEST_DESCRIPTION)
        return `${count} ${__('A little more would help.', 'site-companion')}`;
      return count;
    },
    image: ({ url, width, height }) => {
      if (!url)
        return __(
          'Without one: the featured image if there is one, otherwise a card with the title.',
          'site-companion',
        );
      return width < CARD.width || height < CARD.height
        ? sprintf(
            /* translators: 1: width, 2: height of the picture, 3: recommended width, 4: recommended height. */
            __('%1$d × %2$d pixels: smaller than %3$d × %4$d, so it may look blurred.', 'site-companion'),
            width,
            height,
            CARD.width,
            CARD.height,
          )
        : sprintf(
            /* translators: 1: width, 2: height of the picture. */
            __('Cut to %1$d × %2$d pixels.', 'site-companion'),
            CARD.width,
            CARD.height,
          );
    },
  };

  const searchResult = ({ title, description, path, noindex }) => {
    const result = element('div', 'site-companion-search');
    if (noindex) {
      result.append(element('p', 'site-companion-hidden', __('Hidden from search engines.', 'site-companion')));
      return result;
    }
    const { host } = new URL(site.url);
    const trail = [host, ...path.split('/').filter(Boolean)].join(' › ');
    result.append(
      element('span', 'site-companion-search-site', site.name),
      element('span', 'site-companion-search-url', trail),
      element('span', 'site-companion-search-title', cut(fullTitle(title), LONGEST_TITLE + 5)),
      element('span', 'site-companion-search-text', cut(description, LONGEST_DESCRIPTION)),
    );
    return result;
  };

  const sharedLink = ({ title, description, image }) => {
    const card = element('div', 'site-companion-card');
    if (image) {
      const picture = element('img', 'site-companion-card-picture');
      picture.src = image;
      picture.alt = '';
      card.append(picture);
    } else {
      const drawn = element('div', 'site-companion-card-drawn');
      drawn.append(element('span', '', site.name), element('strong', '', title || site.description || site.name));
      card.append(drawn);
    }
    const words = element('div', 'site-companion-card-words');
    words.append(
      element('span', 'site-companion-card-host', new URL(site.url).host),
      element('strong', '', fullTitle(title)),
      element('span', '', description),
    );
    card.append(words);
    return card;
  };

  /**
   * Shows the preview in an element.
   *
   * @param values title, description, image (its URL), path, noindex; empty ones already replaced by their defaults.
   */
  const show = (container, values) => {
    const described = {
      ...values,
      description: values.description || site.description || __('The description of the site.', 'site-companion'),
    };
    const preview = element('div', 'site-companion-preview');
    preview.append(
      element('p', 'site-companion-preview-label', __('In search results', 'site-companion')),
      searchResult(described),
      element('p', 'site-companion-preview-label', __('As a shared link', 'site-companion')),
      sharedLink(described),
    );
    container.replaceChildren(preview);
  };

  window.siteCompanionSeo = { show, advise };
})();
