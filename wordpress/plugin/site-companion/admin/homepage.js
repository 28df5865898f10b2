/** Adds, moves and removes testimonials, and fills the image fields from the media library. */
(() => {
  const list = document.getElementById('site-companion-testimonials');
  const template = document.getElementById('site-companion-testimonial');
  const add = document.getElementById('site-companion-add');
  if (!list || !template || !add) return;

  let next = list.children.length;

  add.addEventListener('click', () => {
    list.insertAdjacentHTML('beforeend', template.innerHTML.replaceAll('__index__', String(next)));
    next += 1;
    list.lastElementChild?.querySelector('input')?.focus();
  });

  const chooseImage = (row) => {
    const frame = window.wp.media({ library: { type: 'image' }, multiple: false });
    frame.on('select', () => {
      const image = frame.state().get('selection').first().toJSON();
      for (const field of row.querySelectorAll('[data-image]')) field.value = image[field.dataset.image] ?? '';
    });
    frame.open();
  };

  list.addEventListener('click', (event) => {
    const button = event.target.closest('[data-action]');
    const row = button?.closest('fieldset');
    if (!row) return;
    const { action } = button.dataset;
    if (action === 'remove') row.remove();
    if (action === 'up') row.previousElementSibling?.before(row);
    if (action === 'down') row.nextElementSibling?.after(row);
    if (action === 'choose') chooseImage(row);
    else button.focus();
  });

  // A manually entered URL refers to a different image than the one from the library, so forget the attachment id.
  list.addEventListener('input', (event) => {
    if (event.target.dataset.image !== 'url') return;
    const id = event.target.closest('fieldset').querySelector('[data-image="id"]');
    id.value = '';
  });
})();
