import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pullContent } from '../../wordpress/pull.ts';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import {
  canvasOf,
  type Editing,
  FIELDS_IN_EDITOR,
  listFormViolations,
  openEditing,
  openPanel,
} from '../support/editing.ts';
import { phpProblem } from '../support/php.ts';
import { addPlugin, openRestApi, readFiles } from '../support/prepared-wordpress.ts';

describe.skipIf(phpProblem !== null)('an editor', () => {
  let editing: Editing;
  let wordpress: WordPress;
  let pictures: readonly number[] = [];

  beforeAll(async () => {
    editing = await openEditing({ site: null });
    wordpress = editing.wordpress;
    pictures = (await readJson('/wp/v2/media?orderby=id&order=asc')).map(({ id }: { id: number }) => id);
  });

  afterAll(() => editing?.close());

  /** Opens a window in which this user is logged in, and closes it when the test ends. Script errors fail the test. */
  const openWindow = async (name: 'ed' | 'anna' = 'ed'): Promise<Page> => {
    const page = await editing.openWindow(name);
    onTestFinished(async () => {
      await page.close();
      expect(editing.errors.splice(0)).toEqual([]);
    });
    return page;
  };

  const readJson = async (path: string) => (await fetch(`${wordpress.url}/wp-json${path}`)).json();

  const postIdOf = (page: Page): number => Number(new URL(page.url()).searchParams.get('post'));

  const readEvent = (id: number) => readJson(`/wp/v2/events/${id}`);

  const field = (page: Page | Locator | FrameLocator, name: string): Locator =>
    page.locator(`[data-field="${name}"]`).first();

  /** Opens an item, and returns the frame with its text. */
  const openItem = async (page: Page, screen: string): Promise<FrameLocator> => {
    await page.goto(`/wp-admin/${screen}`);
    await canvasOf(page).locator('[data-block]').first().waitFor();
    return canvasOf(page);
  };

  const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

  /** Saves an item. The message alone could be that of an earlier save. */
  const save = async (page: Page, message = 'Saved.'): Promise<void> => {
    const saved = page.waitForResponse(/\/wp\/v2\/\w+\/\d+\?_locale=user$/);
    await saveButton(page).click();
    await saved;
    await page.locator('.components-snackbar', { hasText: message }).waitFor();
  };

  test('finds the content of the snapshot, which a pull returns byte for byte', async () => {
    const out = await mkdtemp(join(editing.directory, 'pull-'));
    await pullContent(wordpress.url, out);

    expect(await readFiles(join(out, 'wp-json'))).toEqual(await readFiles('private/content/wp-json'));
  });

  test('finds the fields beside an invalid text of release 1.0.0, cannot save without a start, and keeps values without a form field', async () => {
    const stored = {
      start_date: '2027-01-01 10:00:00',
      city: 'Graz',
      hashtag: '#fair',
      people: [
        { name: 'First', badge: 'red' },
        { name: 'Second', badge: { colour: 'blue' } },
      ],
    };
    const store = (key: string, value: string) => `update_post_meta( 207, '${key}', '${value}' );`;
    await wordpress.cli(
      'eval',
      store('_site_companion_fields', JSON.stringify(stored)) + store('_site_companion_fields_rejected', '{"city":'),
    );
    const before = await readEvent(207);
    const page = await openWindow();
    const canvas = await openItem(page, 'post.php?post=207&action=edit');
    await expect.poll(() => canvas.getByLabel('City').inputValue()).toBe('Graz');
    const starts = canvas.getByLabel('Starts');
    await starts.fill('');
    await page.locator('.components-notice', { hasText: 'Starts: Enter a date and a time.' }).waitFor();
    expect(await saveButton(page).getAttribute('aria-disabled')).toBe('true');
    await canvas.getByRole('button', { name: 'Move Person 2 up' }).press('Enter');
    const problem = field(canvas, 'start_date').locator('.site-companion-problem').last();
    await expect.poll(() => problem.textContent()).toBe('Enter a date and a time.');
    expect(await starts.getAttribute('aria-invalid')).toBe('true');

    await starts.fill('2026-12-26T09:30');
    await expect.poll(() => saveButton(page).getAttribute('aria-disabled')).not.toBe('true');
    await save(page, 'Event updated.');
    const after = await readEvent(207);
    expect(after.acf).toMatchObject({
      start_date: '2026-12-26 09:30:00',
      city: 'Graz',
      hashtag: '#fair',
      people: [
        { name: 'Second', badge: { colour: 'blue' } },
        { name: 'First', badge: 'red' },
      ],
    });
    expect(after.content).toEqual(before.content);
  });

  test('cannot restore a version of a published event that the site could not show', async () => {
    const prepare = `
      $id = wp_insert_post( array( 'post_type' => 'event', 'post_title' => 'Fair', 'post_status' => 'draft' ) );
      SiteCompanion\\store_fields( $id, array( 'venue' => 'Hall' ) );
      $revision = wp_save_post_revision( $id );
      SiteCompanion\\store_fields( $id, array( 'start_date' => '2027-03-01 09:30:00' ) );
      wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );
      echo "$id $revision";`;
    const [id, revision] = (await wordpress.cli('eval', prepare)).split(' ').map(Number);
    const page = await openWindow();
    await page.goto(`/wp-admin/revision.php?revision=${revision}`);
    await page.getByRole('button', { name: 'Restore This Revision' }).click();
    await page.getByText('The site could not show this. Starts: Enter a date and a time.').waitFor();
    expect((await readEvent(id ?? 0)).acf).toMatchObject({ start_date: '2027-03-01 09:30:00' });
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(/revision\.php/);
  });

  test('without permission to upload files is not sent to the media library, which would be empty', async () => {
    await wordpress.cli('cap', 'remove', 'editor', 'upload_files');
    onTestFinished(async () => void (await wordpress.cli('cap', 'add', 'editor', 'upload_files')));
    const canvas = await openItem(await openWindow(), 'post-new.php?post_type=event');

    for (const name of ['image', 'gallery']) {
      await field(canvas, name).getByText('you need permission to upload media').waitFor();
      expect(await field(canvas, name).getByRole('button').count()).toBe(0);
    }
  });

  test('restores a version without a notice of PHP', async () => {
    const restore = `
      set_error_handler( static fn( int $level, string $message ) => throw new Exception( $message ) );
      $_GET['action']   = 'restore';
      $_GET['revision'] = wp_save_post_revision( wp_insert_post( array( 'post_title' => 'Draft', 'post_content' => 'Text' ) ) );
      SiteCompanion\\reject_invalid_revision();
      echo get_post( $_GET['revision'] )->post_type;`;

    expect(await wordpress.cli('eval', restore, "--exec=define( 'WP_ADMIN', true );")).toBe('revision');
  });

  test('changes and restores the order of questions; new and imported questions come last, also in a pulled snapshot', async () => {
    const listQuestionIds = async () =>
      (await readJson('/wp/v2/faq?per_page=100&order=asc')).map(({ id }: { id: number }) => id);
    const createQuestion = (title: string, status: string) =>
      `wp_insert_post( array( 'post_type' => 'faq', 'post_title' => '${title}', 'post_status' => '${status}' ) )`;
    const before = await listQuestionIds();
    const prepare = `
      $draft = ${createQuestion('Draft', 'draft')};
      echo wp_json_encode( array( $draft, SiteCompanion\\validate_item( 'site_question_order', array( 'topic' => array( $draft ) ) ) ) );`;
    const [draft, problems] = JSON.parse(await wordpress.cli('eval', prepare));
    expect(problems).toEqual([]);
    const page = await openWindow();
    const canvas = await openItem(page, 'edit.php?post_type=faq&page=site-companion-question-order');
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    await canvas.locator(`[data-id="${draft}"]`, { hasText: 'Draft (Draft, not shown)' }).waitFor();
    const first = canvas.locator('[data-id]').first();
    const id = Number(await first.getAttribute('data-id'));
    const moveFirstDown = async (): Promise<void> => {
      await first.getByRole('button', { name: /^Move .* down$/ }).press('Enter');
      await save(page);
    };
    await moveFirstDown();

    const after = await listQuestionIds();
    expect(after).not.toEqual(before);
    expect(after.toSorted()).toEqual(before.toSorted());
    expect(after.indexOf(id)).toBe(1);

    await moveFirstDown();
    expect(await listQuestionIds()).toEqual(before);
    await wordpress.cli(
      'eval',
      `wp_restore_post_revision( array_values( wp_get_post_revisions( ${postIdOf(page)} ) )[1] );`,
    );
    expect(await listQuestionIds()).toEqual(after);

    const created = Number(await wordpress.cli('eval', `echo ${createQuestion('New', 'publish')};`));
    // As WordPress's importer does, from a WordPress in which no order was chosen.
    const question =
      "array( 'import_id' => 9999, 'post_type' => 'faq', 'post_title' => 'Imported', 'post_status' => 'publish' )";
    const imported = Number(await wordpress.cli('eval', `echo wp_insert_post( ${question} );`));
    expect((await listQuestionIds()).slice(-2)).toEqual([created, imported]);

    const out = await mkdtemp(join(editing.directory, 'pull-'));
    await pullContent(wordpress.url, out);
    const pulled = JSON.parse(await readFile(join(out, 'wp-json/wp/v2/faq.json'), 'utf8'));
    expect(pulled.find((item: { id: number }) => item.id === created)).toMatchObject({ menu_order: before.length + 2 });
  });

  describe('of the home page', () => {
    const openHomePage = (page: Page) => openItem(page, 'admin.php?page=site-companion-homepage');
    let anna: Page;

    beforeAll(async () => {
      anna = await editing.openWindow('anna');
    });

    afterAll(async () => {
      await anna?.close();
      expect(editing.errors).toEqual([]);
    });

    test('reorders, removes and adds testimonials by keyboard, none without a quote', async () => {
      const before = (await readJson('/api/homepage')).acf;
      const page = anna;
      const canvas = await openHomePage(page);
      await canvas.getByRole('button', { name: 'Move Testimonial 1 down' }).press('Enter');
      await field(canvas, 'faq')
        .getByRole('button', { name: /^Move .* up$/ })
        .last()
        .press('Enter');
      page.once('dialog', (dialog) => void dialog.accept());
      await canvas.getByRole('button', { name: 'Remove Testimonial 8' }).press('Enter');
      await save(page);

      const { testimonials, faq } = (await readJson('/api/homepage')).acf;
      expect(testimonials).toEqual([
        before.testimonials[1],
        before.testimonials[0],
        ...before.testimonials.slice(2, -1),
      ]);
      expect(faq).toEqual([...before.faq.slice(0, -2), before.faq.at(-1), before.faq.at(-2)]);
      const listed = await readJson(`/wp/v2/faq?include=${faq.join(',')}&order=asc`);
      expect(listed.map(({ id }: { id: number }) => id)).toEqual(faq);

      await canvas.getByRole('button', { name: 'Add: Testimonial' }).click();
      await field(canvas, 'testimonials').getByLabel('Role').last().fill('Nobody');
      await page.locator('.components-notice', { hasText: 'Quote: Fill in this field.' }).waitFor();
      expect(await saveButton(page).getAttribute('aria-disabled')).toBe('true');
      page.once('dialog', (dialog) => void dialog.accept());
      await canvas
        .getByRole('button', { name: /^Remove Testimonial/ })
        .last()
        .click();
      await expect.poll(() => page.locator('.components-notice').count()).toBe(0);
    });

    test('learns that a colleague is editing, sees which chosen question is in the trash, takes it over, and can restore the version of the colleague', async () => {
      const ofAnna = canvasOf(anna);
      await ofAnna.locator('.site-companion-row__title').first().click();
      await ofAnna.getByLabel('Role').first().fill('Changed by Anna');
      await save(anna);
      const [questionId] = (await readJson('/api/homepage')).acf.faq;
      const { title } = await readJson(`/wp/v2/faq/${questionId}`);
      await wordpress.cli('eval', `wp_trash_post( ${questionId} );`);
      const ed = await openWindow('ed');
      const ofEd = await openHomePage(ed);
      const dialog = ed.getByRole('dialog', { name: 'This post is already being edited' });
      await expect.poll(() => dialog.textContent()).toContain('anna');
      expect(await field(ofEd, 'faq').locator('.site-companion-row__question').first().textContent()).toBe(
        `${title.rendered} (in the trash, not shown)`,
      );
      await dialog.getByRole('link', { name: 'Take over' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await openPanel(ed, 'Search and sharing');
      await ed.locator('.site-companion-seo-panel').getByLabel('Title').fill('Title by Ed');
      await ofEd.locator('.site-companion-row__title').first().click();
      await ofEd.getByLabel('Role').first().fill('Changed by Ed');
      await save(ed);
      expect((await readJson('/api/homepage')).acf.testimonials[0].role).toBe('Changed by Ed');
      expect((await readJson('/api/site')).seo.homepage.title).toBe('Title by Ed');

      const list = ['--post_type=revision', `--post_parent=${postIdOf(ed)}`, '--fields=ID,post_name', '--format=json'];
      const revisions: { ID: number; post_name: string }[] = JSON.parse(await wordpress.cli('post', 'list', ...list));
      const [latest = 0, ofColleague] = revisions
        // The window of the colleague, who has lost the page, keeps what is in it, sooner or later.
        .filter(({ post_name }) => !post_name.includes('-autosave-'))
        .map(({ ID }) => ID)
        .toSorted((one, other) => other - one);
      await ed.goto(`/wp-admin/revision.php?revision=${latest}`);
      const comparison = ed.locator('.revisions-diff');
      await expect.poll(() => comparison.textContent()).toMatch(/Changed by Anna.*Changed by Ed/s);
      expect(await comparison.textContent()).toContain('Title: Title by Ed');
      await ed.goto(`/wp-admin/revision.php?revision=${ofColleague}`);
      await ed.getByRole('button', { name: 'Restore This Revision' }).click();
      await ed.waitForURL(/post\.php/);
      expect((await readJson('/api/homepage')).acf.testimonials[0].role).toBe('Changed by Anna');
      expect((await readJson('/api/site')).seo.homepage.title).toBe('');
    });
  });

  describe('over the REST API', () => {
    let api: ReturnType<typeof openRestApi>;

    beforeAll(() => {
      api = openRestApi(wordpress);
    });

    const send = (path: string, values: unknown) => api('ed', `/wp/v2/${path}`, values);

    test('cannot publish an event with invalid fields, and gets a message for each of them', async () => {
      const acf = { start_date: '01.03.2027', time_zone: 'Berlin', people: [{ role: 'Speaker' }] };
      const rejected = await send('events', { title: 'Bad', status: 'publish', acf });

      expect(rejected.status).toBe(400);
      expect(rejected.body.data.params).toEqual({
        'acf.start_date': '“01.03.2027” is not a date. Enter it like 2026-11-24 09:00.',
        'acf.time_zone': '“Berlin” is not a time zone. Choose one like Europe/Berlin.',
        'acf.people.0.name': 'Fill in this field.',
      });
      expect((await send('events', { title: 'Bad', status: 'draft', acf })).status).toBe(201);
      expect((await send('events/207', { title: 'Another title' })).status).toBe(200);
    });

    test('cannot publish a page with an unknown block or choice', async () => {
      const blocks = [{ acf_fc_layout: 'accordian' }, { acf_fc_layout: 'split', headline: 'A', image_side: 'Left' }];
      const rejected = await send('pages', { title: 'Bad', status: 'publish', acf: { blocks } });

      expect(rejected.status).toBe(400);
      expect(rejected.body.data.params).toEqual({
        'acf.blocks.0': 'The site has no block “accordian”.',
        'acf.blocks.1.image_side': '“Left” is not one of the choices.',
      });
    });

    test('cannot publish a page with an invalid block in its content, but can save it as a draft', async () => {
      const fields = JSON.stringify({ fields: { label: 'Go', url: 'go.example' } });
      const page = { title: 'Bad', content: `<!-- wp:site-companion/button ${fields} /-->` };
      const rejected = await send('pages', { ...page, status: 'publish' });

      expect(rejected.status).toBe(400);
      expect(rejected.body.message).toContain('Block 1 (Button): Link: Did you mean https://go.example ?');
      expect((await send('pages', page)).status).toBe(201);
    });

    test('changes only the fields that a request contains, and cannot choose an unknown picture', async () => {
      const before = (await readEvent(208)).acf;
      const image = { id: pictures[1] };
      expect((await send('events/208', { acf: { image } })).status).toBe(200);
      expect((await readEvent(208)).acf).toMatchObject({ ...before, image: { width: 1600 } });

      const rejected = await send('events/208', { acf: { image: { id: 999_999 } } });
      expect(rejected.body.data.params).toEqual({
        'acf.image': 'This picture is no longer in the media library. Choose another one.',
      });
    });
  });

  test('every published event, page and post has valid fields', async () => {
    const code =
      "foreach ( get_posts( array( 'post_type' => array( 'event', 'page', 'post' ), 'numberposts' => -1 ) ) as $post ) {" +
      'foreach ( SiteCompanion\\errors_in( SiteCompanion\\validate_item( $post->post_type, SiteCompanion\\stored_fields( $post->ID ) ) ) as $error ) {' +
      "echo $post->post_name, ' ', $error['path'], ' ', $error['message'], PHP_EOL; } }";

    expect(await wordpress.cli('eval', code)).toBe('');
  });

  describe('with a fake ACF', () => {
    // Vitest calls the returned function after the tests.
    beforeAll(() => addPlugin(editing.directory, join(import.meta.dirname, 'fake-acf.php')));

    const CREATE_PAGE =
      "wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'P', 'post_status' => 'publish' ) )";

    test("the block editor can save a page with invalid stored values, because it submits ACF's form in a second request", async () => {
      const blocks = [
        { acf_fc_layout: 'split', field_split_buttons: [{ field_button_label: 'Go', field_button_url: 'go.example' }] },
      ];
      const code = `
        $id = ${CREATE_PAGE};
        fake_acf_update( $id, json_decode( '${JSON.stringify({ blocks })}', true ) );
        wp_set_current_user( get_user_by( 'login', 'ed' )->ID );
        $request = new WP_REST_Request( 'POST', "/wp/v2/pages/$id" );
        $request->set_body_params( array( 'title' => 'Corrected', 'content' => '' ) );
        echo rest_do_request( $request )->get_status();`;

      expect(await wordpress.cli('eval', code)).toBe('200');
    });

    test('the plugin shows no form of its own', async () => {
      const { html } = await (await editing.openSession('ed')).readScreen('post.php?post=402&action=edit');
      expect(html.outerHTML).toContain('siteCompanionSeo');
      expect(html.outerHTML).not.toContain('siteCompanionPanel');
    });
  });
});
