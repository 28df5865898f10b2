/** Updates the preview and the counters of the box "Search and sharing", and opens the media library to choose a picture. */
(() => {
  const { show, advise } = window.siteCompanionSeo;
  const box = document.querySelector('.site-companion-seo');
  if (!box) return;

  const defaults = JSON.parse(box.dataset.preview);
  const field = (name) => box.querySelector(`[data-seo="${name}"]`);
  const imageField = (name) => box.querySelector(`[data-seo-image="${name}"]`);
  const say = (kind, name, text) => {
    const place = box.querySelector(`[data-${kind}="${name}"]`);
    if (place.textContent !== text) place.textContent = text;
  };
  /** The title of a new item is not stored yet, so it is read from the screen. */
  const title = () => document.getElementById('title')?.value.trim() || defaults.title;

  const update = () => {
    const values = { title: field('title').value.trim(), description: field('description').value.trim() };
    const image = {
      url: imageField('url').value,
      width: Number(imageField('width').value),
      height: Number(imageField('height').value),
    };
    field('title').placeholder = title();
    say('count', 'title', advise.title(values.title || title()));
    say('count', 'description', advise.description(values.description));
    say('count', 'image', advise.image(image));
    box.querySelector('[data-action="remove"]').hidden = image.url === '';
    show(box.querySelector('[data-seo-preview]'), {
      title: values.title || title(),
      description: values.description || defaults.description,
      image: image.url || defaults.image,
      path: defaults.path,
      noindex: field('noindex').checked,
    });
  };

  const setImage = (image) => {
    for (const name of ['id', 'url', 'alt', 'width', 'height']) imageField(name).value = image[name] ?? '';
    update();
  };

  box.addEventListener('click', (event) => {
    const action = event.target.closest('[data-action]')?.dataset.action;
    if (action === 'remove') setImage({});
    if (action !== 'choose') return;
    const frame = window.wp.media({ library: { type: 'image' }, multiple: false });
    frame.on('select', () => setImage(frame.state().get('selection').first().toJSON()));
    frame.open();
  });
  box.addEventListener('input', update);
  box.addEventListener('change', update);
  document.getElementById('title')?.addEventListener('input', update);
  update();
})();
