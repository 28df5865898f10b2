/**
 * Shows the unsaved page as the site renders it, in a panel beside the blocks. WordPress signs the content, and a hidden form sends it
 * to the site from a frame. Of two frames, one shows the last rendering while the other loads the next.
 */
(() => {
  const { createElement: el, useEffect, useRef, useState } = window.wp.element;
  const { Button } = window.wp.components;
  const { select, useSelect } = window.wp.data;
  const { PluginSidebar } = window.wp.editor;
  const { registerPlugin } = window.wp.plugins;
  const { __ } = window.wp.i18n;
  const { apiFetch } = window.wp;
  const { selectedAnchor } = window.siteCompanionSections;

  const DELAY_MS = 350;
  /** The time limit of a rendering, after which the panel shows a problem. */
  const LIMIT_MS = 15_000;
  /** `width` is that of the page in pixels, `panel` that of the panel. */
  const SCREENS = [
    { name: 'desktop', label: __('Computer', 'site-companion'), width: 1280, panel: '46vw' },
    { name: 'wide', label: __('Wide', 'site-companion'), width: 1280, panel: '75vw' },
    { name: 'phone', label: __('Phone', 'site-companion'), width: 390, panel: '430px' },
  ];

  const post = (target, { action, fields }, anchor) => {
    const form = document.createElement('form');
    Object.assign(form, {
      method: 'post',
      enctype: 'multipart/form-data',
      action: action + anchor,
      target,
      hidden: true,
    });
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('textarea');
      Object.assign(input, { name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  };

  /**
   * Renders the content after each change (debounced), one rendering at a time.
   *
   * @returns the state: the frame to show (`front`), whether a rendering is in progress, and the problem, if any; and a function to retry.
   */
  const useRendering = (frames) => {
    const [state, setState] = useState({ front: 0, isLoading: true, hasLoaded: false, problem: '' });
    const running = useRef({ isBusy: false, isWaiting: false, isChecked: false, front: 0 });
    const content = useSelect((get) => get('core/editor').getEditedPostContent(), []);
    const title = useSelect((get) => get('core/editor').getEditedPostAttribute('title'), []);
    const selected = useSelect((get) => get('core/block-editor').getSelectedBlockClientId(), []);

    const render = useRef(null);
    render.current = async () => {
      const run = running.current;
      if (run.isBusy) {
        run.isWaiting = true;
        return;
      }
      run.isBusy = true;
      setState((before) => ({ ...before, isLoading: true }));
      const editor = select('core/editor');
      const back = 1 - run.front;
      try {
        const message = await apiFetch({
          path: `/site-companion/v1/canvas/${editor.getCurrentPostId()}`,
          method: 'POST',
          data: {
            title: editor.getEditedPostAttribute('title') ?? '',
            content: editor.getEditedPostContent(),
            check: !run.isChecked,
          },
        });
        run.isChecked = true;
        await new Promise((resolve, reject) => {
          const frame = frames[back].current;
          if (!frame) return;
          const limit = setTimeout(
            () =>
              reject(
                new Error(
                  __('The site takes too long to show this page. You can edit and save as usual.', 'site-companion'),
                ),
              ),
            LIMIT_MS,
          );
          frame.onload = () => {
            clearTimeout(limit);
            resolve();
          };
          post(frame.name, message, selectedAnchor());
        });
        run.front = back;
        setState({ front: back, isLoading: false, hasLoaded: true, problem: '' });
      } catch (error) {
        run.isChecked = false;
        setState((before) => ({ ...before, isLoading: false, problem: error.message }));
      } finally {
        run.isBusy = false;
        if (run.isWaiting) {
          run.isWaiting = false;
          render.current();
        }
      }
    };

    useEffect(() => {
      const timer = setTimeout(() => render.current(), DELAY_MS);
      return () => clearTimeout(timer);
    }, [content, title, selected]);

    return { ...state, retry: () => render.current() };
  };

  const useWidth = (element) => {
    const [size, setSize] = useState({ width: 0, height: 0 });
    useEffect(() => {
      const observer = new ResizeObserver(([entry]) => {
        setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
      });
      observer.observe(element.current);
      return () => observer.disconnect();
    }, [element]);
    return size;
  };

  const Canvas = () => {
    const frames = [useRef(null), useRef(null)];
    const stage = useRef(null);
    const { width, height } = useWidth(stage);
    const [screen, setScreen] = useState(SCREENS[0]);
    const { front, isLoading, hasLoaded, problem, retry } = useRendering(frames);
    useEffect(() => document.documentElement.style.setProperty('--site-companion-canvas', screen.panel), [screen]);
    const scale = Math.min(1, width / screen.width) || 1;
    const style = {
      width: screen.width,
      height: height / scale,
      transform: `scale(${scale}) translateX(-50%)`,
    };
    const stateText = isLoading
      ? __('Updating …', 'site-companion')
      : __('As the site shows it, unsaved', 'site-companion');

    return el(
      'div',
      { className: 'site-companion-canvas' },
      el(
        'div',
        { className: 'site-companion-canvas__bar' },
        el(
          'div',
          { role: 'group', className: 'site-companion-choices', 'aria-label': __('Screen', 'site-companion') },
          SCREENS.map((one) =>
            el(
              Button,
              { key: one.name, size: 'small', isPressed: one === screen, onClick: () => setScreen(one) },
              one.label,
            ),
          ),
        ),
        el('span', { className: 'site-companion-canvas__state', role: 'status' }, problem ? '' : stateText),
      ),
      problem &&
        el(
          'div',
          { className: 'site-companion-canvas__problem', role: 'alert' },
          el('p', null, problem),
          el(Button, { variant: 'secondary', onClick: retry }, __('Try again', 'site-companion')),
        ),
      el(
        'div',
        { className: 'site-companion-canvas__stage', ref: stage, hidden: problem !== '' },
        frames.map((frame, index) =>
          el('iframe', {
            key: index,
            ref: frame,
            name: `site-companion-canvas-${index}`,
            title: __('This page on the site', 'site-companion'),
            // Scripts do not run, so there is no cookie banner. Links cannot open windows or replace the editor.
            sandbox: 'allow-same-origin',
            referrerPolicy: 'no-referrer',
            className: `site-companion-canvas__frame ${index === front && hasLoaded ? '' : 'is-behind'}`,
            tabIndex: index === front ? 0 : -1,
            'aria-hidden': index !== front,
            style,
          }),
        ),
      ),
    );
  };

  registerPlugin('site-companion-canvas', {
    icon: 'desktop',
    render: () =>
      el(
        PluginSidebar,
        { name: 'site-companion-canvas', title: __('Show on the site', 'site-companion'), icon: 'desktop' },
        el(Canvas),
      ),
  });
})();
