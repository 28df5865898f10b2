/** Adds and removes notices. */
(() => {
  const list = document.getElementById('site-companion-notices');
  const template = document.getElementById('site-companion-notice');
  const add = document.getElementById('site-companion-add-notice');
  if (!list || !template || !add) return;

  let next = list.children.length;
  const update = () => {
    add.disabled = list.children.length >= Number(list.dataset.max);
  };

  add.addEventListener('click', () => {
    list.insertAdjacentHTML('beforeend', template.innerHTML.replaceAll('__index__', String(next)));
    next += 1;
    list.lastElementChild?.querySelector('input')?.focus();
    update();
  });

  list.addEventListener('click', (event) => {
    if (!event.target.closest('[data-action="remove"]')) return;
    event.target.closest('fieldset').remove();
    add.focus();
    update();
  });

  update();
})();
