/**
 * Validates while typing that the fields are a JSON object. While they are not, the block editor cannot save, because it does
 * not show PHP notices. The classic editor can; the server then stores the invalid text for correction.
 */
(() => {
  const box = document.getElementById('site-companion-fields-json');
  const error = document.getElementById('site-companion-fields-error');
  if (!box || !error) return;

  const errorIn = (text) => {
    if (text.trim() === '') return '';
    try {
      const value = JSON.parse(text);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject || (Array.isArray(value) && value.length === 0) ? '' : 'This must be one JSON object: { … }.';
    } catch (failure) {
      return `This is not valid JSON: ${failure.message}`;
    }
  };

  const check = () => {
    const message = errorIn(box.value);
    if (error.textContent !== message) error.textContent = message;
    box.setAttribute('aria-invalid', String(message !== ''));

    const editor = window.wp?.data?.dispatch('core/editor');
    if (!editor?.lockPostSaving) return;
    const notices = window.wp.data.dispatch('core/notices');
    if (message) {
      editor.lockPostSaving('site-companion-fields');
      notices.createErrorNotice(`Fields (JSON): ${message}`, { id: 'site-companion-fields', isDismissible: false });
    } else {
      editor.unlockPostSaving('site-companion-fields');
      notices.removeNotice('site-companion-fields');
    }
  };

  box.addEventListener('input', check);
  check();
})();
