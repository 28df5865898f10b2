<?php
/**
 * The form of an item's fields on its edit screen, for items without an ACF field group. Invalid fields are not published: a new
 * item stays a draft, and a published one keeps its last valid fields until the mistake is corrected.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const FIELDS_NONCE = 'site_companion_fields_nonce';

/** The last submitted fields of a public item, as JSON, if they were invalid and therefore not published. */
const REJECTED_META = '_site_companion_fields_rejected';

/** The position of a form on classic screens: between title and text. */
const TOP_CONTEXT = 'site_companion_top';

add_action( 'add_meta_boxes', __NAMESPACE__ . '\add_item_form', 10, 2 );
add_action( 'edit_form_after_title', __NAMESPACE__ . '\show_top_boxes' );
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\hold_back_invalid_item', 10, 2 );
add_action( 'save_post', __NAMESPACE__ . '\save_item_form', 10, 2 );
add_action( 'wp_restore_post_revision', static fn( int $id ) => delete_post_meta( $id, REJECTED_META ) );
add_filter( 'redirect_post_location', __NAMESPACE__ . '\tell_that_item_was_held_back', 10, 2 );
add_action( 'admin_notices', __NAMESPACE__ . '\show_item_problems' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_item_form' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_item_panel' );
add_filter( '_wp_post_revision_field_' . FIELDS_META, __NAMESPACE__ . '\show_fields_of_revision', 10, 3 );
add_action( 'load-revision.php', __NAMESPACE__ . '\compare_fields_of_revisions' );
add_action( 'wp_ajax_get-revision-diffs', __NAMESPACE__ . '\compare_fields_of_revisions', 0 );

function has_item_form( WP_Post $post ): bool {
	return array() !== fields_of_type( $post->post_type ) && ! acf_has_fields_for( $post );
}

function add_item_form( string $type, mixed $post ): void {
	// The block editor has a panel instead. With a meta box, it would save twice.
	if ( $post instanceof WP_Post && has_item_form( $post ) && ! use_block_editor_for_post( $post ) ) {
		add_meta_box( 'site-companion-fields', item_form_title( $type ), __NAMESPACE__ . '\show_item_form', $type, 'faq' === $type ? 'normal' : TOP_CONTEXT, 'high' );
	}
}

function item_form_title( string $type ): string {
	return match ( $type ) {
		'event' => __( 'Event details', 'site-companion' ),
		'faq'   => __( 'Search', 'site-companion' ),
		'post'  => __( 'Author and picture', 'site-companion' ),
		'page'  => __( 'Page details', 'site-companion' ),
		default => single_item_label( $type ),
	};
}

function show_top_boxes( WP_Post $post ): void {
	do_meta_boxes( get_current_screen(), TOP_CONTEXT, $post );
}

function show_item_form( WP_Post $post ): void {
	$values = edited_fields( $post );

	wp_nonce_field( 'site_companion_fields_' . $post->ID, FIELDS_NONCE );
	render_form( $post->post_type, fields_of_type( $post->post_type ), $values, array_values( shown_problems( $post, $values ) ) );
}

/** The last submitted fields, even if they were not published. */
function edited_fields( WP_Post $post ): array {
	$rejected = decode_fields( (string) get_post_meta( $post->ID, REJECTED_META, true ) ) ?? array();

	return array() === $rejected ? stored_fields( $post->ID ) : $rejected;
}

/** The problems to show when the form opens. A draft may be incomplete until somebody tries to publish it. */
function shown_problems( WP_Post $post, array $values ): array {
	$is_draft = ! in_array( $post->post_status, array( 'publish', 'future' ), true );
	$problems = validate_item( $post->post_type, $values );

	return $is_draft && ! isset( $_GET['site_companion_held_back'] ) // phpcs:ignore WordPress.Security.NonceVerification
		? array_filter( $problems, static fn( array $problem ): bool => ! $problem['is_error'] && array() !== $values )
		: $problems;
}

/**
 * The fields of the submitted form, completed with the values that are not in it; null if no valid form was submitted.
 */
function submitted_item_fields( int $id, string $type ): ?array {
	$nonce     = isset( $_POST[ FIELDS_NONCE ] ) ? sanitize_key( wp_unslash( $_POST[ FIELDS_NONCE ] ) ) : '';
	$post      = get_post( $id );
	$submitted = submitted_json();
	if (
		! $post
		|| null === $submitted
		|| ! wp_verify_nonce( $nonce, 'site_companion_fields_' . $id )
		|| ! current_user_can( 'edit_post', $id )
		|| $type !== $post->post_type
		|| ! has_item_form( $post )
	) {
		return null;
	}
	$fields = fields_of_type( $type );

	return without_empty_rows( $fields, submitted_fields( $fields, $submitted, edited_fields( $post ) ) );
}

/**
 * Turns an item that is about to become public into a draft if the site could not show it. Applies to every form in wp-admin,
 * including quick edit; the REST API responds with an error instead.
 */
function hold_back_invalid_item( array $data, array $item ): array {
	$id              = (int) ( $item['ID'] ?? 0 );
	$public_statuses = array( 'publish', 'future' );
	$is_ours         = is_admin() && $id > 0 && in_array( $data['post_type'], TYPES_WITH_FIELDS, true );
	$was_public      = $is_ours && 'publish' === get_post_status( $id );
	if ( ! $is_ours || $was_public || ! in_array( $data['post_status'], $public_statuses, true ) ) {
		return $data;
	}
	$post   = get_post( $id );
	$values = submitted_item_fields( $id, $data['post_type'] );
	if ( ! $post || ! has_item_form( $post ) ) {
		return $data;
	}
	$problems = array_merge(
		validate_texts( $data['post_type'], wp_unslash( $data['post_title'] ), wp_unslash( $data['post_content'] ) ),
		validate_item( $data['post_type'], $values ?? fields_with_blocks( $post ) )
	);
	if ( array() !== errors_in( $problems ) ) {
		$data['post_status'] = 'draft';
		held_back_items( $id );
	}

	return $data;
}

/**
 * Returns the ids of the items that this request has turned into drafts, after adding `$id` to them if it is given.
 *
 * @return int[]
 */
function held_back_items( ?int $id = null ): array {
	static $ids = array();
	if ( null !== $id ) {
		$ids[] = $id;
	}

	return $ids;
}

function save_item_form( int $id, WP_Post $post ): void {
	if ( wp_is_post_autosave( $id ) || wp_is_post_revision( $id ) ) {
		return;
	}
	$values = submitted_item_fields( $id, $post->post_type );
	if ( null === $values ) {
		return;
	}
	$is_public = in_array( $post->post_status, array( 'publish', 'future' ), true );
	if ( $is_public && array() !== errors_in( validate_item( $post->post_type, $values ) ) ) {
		update_post_meta( $id, REJECTED_META, wp_slash( encode_fields( $values ) ) );
		return;
	}
	delete_post_meta( $id, REJECTED_META );
	save_fields( $id, $values );
}

function tell_that_item_was_held_back( string $location, int $id ): string {
	return in_array( $id, held_back_items(), true ) ? add_query_arg( 'site_companion_held_back', '1', $location ) : $location;
}

function show_item_problems(): void {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post || $screen->is_block_editor() ) {
		return;
	}
	show_title_warning( $post );
	if ( ! has_item_form( $post ) ) {
		return;
	}
	$is_public = in_array( $post->post_status, array( 'publish', 'future' ), true );
	$texts     = $is_public || isset( $_GET['site_companion_held_back'] ) ? validate_texts( $post->post_type, $post->post_title, $post->post_content ) : array(); // phpcs:ignore WordPress.Security.NonceVerification
	$problems  = shown_problems( $post, edited_fields( $post ) );
	if ( $is_public && array() !== $texts ) {
		show_problems_notice( __( 'This is published, but incomplete. Correct this and update:', 'site-companion' ), $texts, 'error' );
	} else {
		$problems = array( ...$texts, ...$problems );
	}
	if ( $is_public && 'faq' === $post->post_type && array() === wp_get_object_terms( $post->ID, 'faq_topic' ) ) {
		$problems[] = problem( 'faq_topicdiv', __( 'Topics', 'site-companion' ), __( 'No topic is chosen. The FAQ page shows this question after all topics.', 'site-companion' ), false );
	}
	$errors    = errors_in( $problems );
	$warnings  = array_filter( $problems, static fn( array $problem ): bool => ! $problem['is_error'] );
	if ( array() !== $errors ) {
		show_problems_notice(
			$is_public
				? __( 'Saved, but the site keeps showing the details from before. Correct this and update again; nothing you typed is lost:', 'site-companion' )
				: __( 'Not published yet, because the site could not show it. It is saved as a draft. Correct this and publish again:', 'site-companion' ),
			$errors,
			'error'
		);
	}
	if ( array() !== $warnings ) {
		show_problems_notice( __( 'The site will show this, but please look at:', 'site-companion' ), $warnings, 'warning' );
	}
}

/** The panel "Search and sharing" of the block editor counts the characters of a title; classic screens have this notice. */
function show_title_warning( WP_Post $post ): void {
	$maximum = (int) ( content_schema()[ $post->post_type ]['titleMaxLength'] ?? 0 );
	$length  = mb_strlen( plain_text( $post->post_title ) );
	if ( 0 === $maximum || $length <= $maximum ) {
		return;
	}
	/* translators: 1: number of characters, 2: recommended number of characters. */
	$message = sprintf( __( 'This has %1$d characters. More than %2$d may not fit.', 'site-companion' ), $length, $maximum );
	wp_admin_notice( '<a href="#title">' . esc_html__( 'Title', 'site-companion' ) . '</a>: ' . esc_html( $message ), array( 'type' => 'warning' ) );
}

/** Shows a notice with a link to each field. */
function show_problems_notice( string $introduction, array $problems, string $type ): void {
	$items = '';
	foreach ( $problems as $problem ) {
		// WordPress's own inputs and boxes have these ids.
		$anchor = in_array( $problem['path'], array( 'title', 'content', 'faq_topicdiv' ), true ) ? $problem['path'] : 'site-companion-' . str_replace( '.', '-', $problem['path'] );
		$items .= sprintf( '<li><a href="#%s">%s</a></li>', esc_attr( $anchor ), esc_html( problem_sentence( $problem ) ) );
	}
	wp_admin_notice(
		'<p>' . esc_html( $introduction ) . '</p><ul class="site-companion-problems">' . $items . '</ul>',
		array(
			'type'           => $type,
			'paragraph_wrap' => false,
		)
	);
}

function enqueue_item_form( string $hook ): void {
	$post = get_post();
	if ( in_array( $hook, array( 'post.php', 'post-new.php' ), true ) && $post && has_item_form( $post ) && ! use_block_editor_for_post( $post ) ) {
		enqueue_form();
	}
}

/** The panel edits the post meta, so that the editor's autosaves, revisions and undo include the fields. */
function enqueue_item_panel(): void {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post || ! has_item_form( $post ) ) {
		return;
	}
	enqueue_form( array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-edit-post', 'wp-editor', 'wp-notices', 'wp-plugins' ) );
	$fields = array_map( static fn( array $field ): array => 'questions' === $field['type'] ? $field + array( 'choices' => question_choices() ) : $field, fields_of_type( $post->post_type ) );
	$panel  = form_description( $post->post_type, $fields, stored_fields( $post->ID ), array() ) + array(
		'title'    => item_form_title( $post->post_type ),
		'meta'     => FIELDS_META,
		// Whether the item consists of these fields only, which are shown instead of its text.
		'isSingle' => isset( SINGLE_ITEMS[ $post->post_type ] ),
		'aside'    => REDIRECTS === $post->post_type ? array( 'title' => __( 'Automatic redirects', 'site-companion' ), 'html' => automatic_redirects_html() ) : null,
		'isUnused' => HOMEPAGE === $post->post_type && null !== acf_options( 'homepage', 'testimonials' ) || FAQPAGE === $post->post_type && null !== acf_options( 'faqpage', 'faq' ),
	);
	wp_add_inline_script( 'site-companion-form', 'var siteCompanionPanel = ' . wp_json_encode( $panel ) . ';', 'before' );
}

/** Adds the details to the comparison of revisions. In other requests WordPress would try to save them as a column of the posts table. */
function compare_fields_of_revisions(): void {
	if ( 'restore' === sanitize_key( wp_unslash( $_GET['action'] ?? '' ) ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		return;
	}
	add_filter( '_wp_post_revision_fields', static fn( array $fields ): array => $fields + array( FIELDS_META => __( 'Details', 'site-companion' ), SEO_META => __( 'Search and sharing', 'site-companion' ) ) );
}

function show_fields_of_revision( mixed $value, string $field, mixed $revision ): string {
	$post   = $revision instanceof WP_Post ? get_post( $revision->post_parent ?: $revision->ID ) : null;
	$values = $revision instanceof WP_Post ? decode_fields( (string) get_metadata( 'post', $revision->ID, FIELDS_META, true ) ) : null;

	return $post && $values ? implode( "\n", field_lines( fields_of_type( $post->post_type ), $values ) ) : '';
}
