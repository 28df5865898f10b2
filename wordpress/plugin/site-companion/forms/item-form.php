<?php
/**
 * The fields of an item in the block editor, for items without an ACF field group: in the sidebar, or in a block (form.js) instead of the
 * text of a single item and above that of an event, which is stored without it. Items with invalid fields are not published: the block
 * editor does not offer it, and in other forms, such as quick edit, a new item stays a draft. Other advice is given before publishing.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

const FORM_BLOCK = '<!-- wp:site-companion-form/fields {"lock":{"move":true,"remove":true}} /-->';

/** A paragraph in which an editor begins to write. It is stored only with a text. */
const EMPTY_PARAGRAPH = '<!-- wp:paragraph --><p></p><!-- /wp:paragraph -->';

add_filter( 'rest_prepare_event', __NAMESPACE__ . '\add_form_to_text', 10, 3 );
add_filter( 'rest_prepare_autosave', __NAMESPACE__ . '\add_form_to_text', 10, 3 );
add_filter( 'default_content', static fn( string $content, WP_Post $post ): string => 'event' === $post->post_type && ! acf_has_fields_for( $post ) ? with_form( $content ) : $content, 10, 2 );
// After plugins that replace the block editor, in which alone the fields are.
add_filter( 'use_block_editor_for_post', static fn( bool $is_block_editor, WP_Post $post ): bool => $is_block_editor || ( array() !== fields_of_type( $post->post_type ) && ! acf_has_fields_for( $post ) ), 1000, 2 );
// Before the text is validated.
add_filter( 'rest_pre_insert_event', __NAMESPACE__ . '\remove_form_from_text', 1 );
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\hold_back_invalid_item', 10, 2 );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_item_panel' );
add_filter( '_wp_post_revision_field_' . FIELDS_META, __NAMESPACE__ . '\show_fields_of_revision', 10, 3 );
add_action( 'load-revision.php', __NAMESPACE__ . '\reject_invalid_revision' );
add_action( 'load-revision.php', __NAMESPACE__ . '\compare_fields_of_revisions' );
add_action( 'wp_ajax_get-revision-diffs', __NAMESPACE__ . '\compare_fields_of_revisions', 0 );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_publish_checks' );

/** Whether the editor shows the fields in the text and not in the sidebar. */
function has_form_in_text( string $type ): bool {
	return 'event' === $type || isset( SINGLE_ITEMS[ $type ] );
}

function with_form( string $text ): string {
	return FORM_BLOCK . "\n\n" . ( '' === trim( $text ) ? EMPTY_PARAGRAPH : $text );
}

function add_form_to_text( WP_REST_Response $response, WP_Post $post, WP_REST_Request $request ): WP_REST_Response {
	$item = get_post( wp_is_post_autosave( $post ) ?: $post );
	$data = $response->get_data();
	if ( 'edit' === $request['context'] && isset( $data['content']['raw'] ) && 'event' === $item?->post_type && ! acf_has_fields_for( $item ) ) {
		$data['content']['raw'] = with_form( $data['content']['raw'] );
		$response->set_data( $data );
	}

	return $response;
}

function remove_form_from_text( mixed $item ): mixed {
	if ( isset( $item->post_content ) ) {
		$text               = (string) preg_replace( '#<!-- wp:site-companion-form/fields (?:\{.*?\} )?/-->\s*#', '', $item->post_content );
		$item->post_content = EMPTY_PARAGRAPH === preg_replace( '#\s*\n\s*#', '', $text ) ? '' : $text;
	}

	return $item;
}

function has_item_form( WP_Post $post ): bool {
	return ( has_form_in_text( $post->post_type ) || array() !== fields_of_type( $post->post_type ) ) && ! acf_has_fields_for( $post );
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

/**
 * Turns an item that is about to become public into a draft if the site could not show it; lists say why (`add_states_on_site`). Applies to
 * every form in wp-admin. Quick edit saves nothing instead, also of a published item that would lose its title; the REST API responds with
 * an error.
 */
function hold_back_invalid_item( array $data, array $item ): array {
	$post      = is_admin() && ! empty( $item['ID'] ) ? get_post( (int) $item['ID'] ) : null;
	$is_public = in_array( $data['post_status'], array( 'publish', 'future' ), true );
	if ( ! $post || ! $is_public || ! in_array( $data['post_type'], TYPES_WITH_FIELDS, true ) || ! has_item_form( $post ) ) {
		return $data;
	}
	$was_public = 'publish' === $post->post_status;
	$texts      = validate_texts( $data['post_type'], wp_unslash( $data['post_title'] ), wp_unslash( $data['post_content'] ) );
	// These forms do not change the fields, which a published item had before.
	$errors = errors_in( array_merge( $texts, $was_public ? array() : validate_item( $data['post_type'], fields_with_blocks( $post ) ) ) );
	if ( array() === $errors ) {
		return $data;
	}
	if ( doing_action( 'wp_ajax_inline-save' ) ) {
		// Quick edit shows this text below its fields.
		wp_die( esc_html( invalid_item( $errors )->get_error_message() ) );
	}

	return $was_public ? $data : array( 'post_status' => 'draft' ) + $data;
}

/** A public item keeps its version if the site could not show the one that an editor wants to restore. */
function reject_invalid_revision(): void {
	// A variable, because WordPress takes the id by reference.
	$id       = absint( $_GET['revision'] ?? 0 ); // phpcs:ignore WordPress.Security.NonceVerification
	$revision = 'restore' === sanitize_key( wp_unslash( $_GET['action'] ?? '' ) ) ? wp_get_post_revision( $id ) : null; // phpcs:ignore WordPress.Security.NonceVerification
	$post     = $revision ? get_post( $revision->post_parent ) : null;
	if ( ! $post || ! in_array( $post->post_status, array( 'publish', 'future' ), true ) || ! has_item_form( $post ) || ! current_user_can( 'edit_post', $post->ID ) ) {
		return;
	}
	$problems = array_merge(
		validate_texts( $post->post_type, $revision->post_title, $revision->post_content ),
		validate_item( $post->post_type, values_after_save( null, $revision ) + stored_fields( $revision->ID ) )
	);
	if ( array() !== errors_in( $problems ) ) {
		wp_die(
			esc_html( invalid_item( errors_in( $problems ) )->get_error_message() ),
			'',
			array(
				'response'  => 400,
				'back_link' => true,
			)
		);
	}
}

/** The panel edits the post meta, so that the editor's autosaves, revisions and undo include the fields. */
function enqueue_item_panel(): void {
	$post = edited_item( array( ...TYPES_WITH_FIELDS, ...array_keys( SINGLE_ITEMS ) ) );
	if ( ! $post || ! has_item_form( $post ) ) {
		return;
	}
	enqueue_field_controls();
	enqueue_script( 'forms/form.js', array( 'site-companion-fields', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-editor', 'wp-element', 'wp-i18n', 'wp-plugins' ) );
	$panel = array(
		'fields'    => fields_of_type( $post->post_type ),
		'questions' => in_array( $post->post_type, array( HOMEPAGE, QUESTION_ORDER ), true ) ? question_choices() : array(),
		'form'      => $post->post_type,
		'title'     => item_form_title( $post->post_type ),
		'meta'      => FIELDS_META,
		'isInText'  => has_form_in_text( $post->post_type ),
		'aside'     => REDIRECTS === $post->post_type ? automatic_redirects_html() : '',
		'isUnused'  => null !== acf_options( $post->post_type ),
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

function enqueue_publish_checks(): void {
	$post = edited_item( TYPES_WITH_FIELDS );
	if ( ! $post ) {
		return;
	}
	enqueue_script( 'admin/publish-checks.js', array( 'wp-components', 'wp-compose', 'wp-data', 'wp-editor', 'wp-element', 'wp-hooks', 'wp-i18n', 'wp-plugins' ) );
	wp_add_inline_script( 'site-companion-publish-checks', 'var siteCompanionTitleLength = ' . (int) content_schema()[ $post->post_type ]['titleMaxLength'] . ';', 'before' );
}

/** @return string[] One line for each value, for example "Person 2, Name: Mara". Empty values have none. */
function field_lines( array $fields, array $values, string $prefix = '' ): array {
	$lines = array();
	foreach ( $fields as $field ) {
		$value = $values[ $field['name'] ] ?? '';
		if ( ! is_empty_value( $value ) ) {
			$lines[] = value_lines( $field, $value, $prefix );
		}
	}

	return array_merge( ...$lines );
}

/** @return string[] */
function value_lines( array $field, mixed $value, string $prefix ): array {
	$rows = is_array( $value ) && array_is_list( $value ) ? $value : array();
	$row  = static fn( int $index ): string => $prefix . item_label( $field ) . ' ' . ( $index + 1 );

	return match ( $field['type'] ) {
		'group'     => field_lines( $field['fields'] ?? array(), is_array( $value ) ? $value : array(), "$prefix{$field['label']}, " ),
		'list'      => array_merge( ...array_map( static fn( int $index ): array => field_lines( $field['fields'] ?? array(), is_array( $rows[ $index ] ) ? $rows[ $index ] : array(), $row( $index ) . ', ' ), array_keys( $rows ) ) ),
		'gallery'   => array_map( static fn( int $index ): string => "$prefix{$field['label']} " . ( $index + 1 ) . ': ' . image_as_text( $rows[ $index ] ), array_keys( $rows ) ),
		'questions' => array_map( static fn( int $index ): string => $row( $index ) . ': ' . question_label( (int) $rows[ $index ] ), array_keys( $rows ) ),
		'image'     => array( "$prefix{$field['label']}: " . image_as_text( $value ) ),
		default     => array( "$prefix{$field['label']}: " . preg_replace( '/\s+/u', ' ', text_of( $value ) ) ),
	};
}

function image_as_text( mixed $image ): string {
	$id  = attachment_id_of( $image );
	$own = is_array( $image ) ? text_of( $image['alt'] ?? '' ) : '';
	$alt = '' === $own && $id > 0 ? library_alt( $id ) : $own;

	return trim( ( $id > 0 ? get_the_title( $id ) : ( is_array( $image ) ? text_of( $image['url'] ?? '' ) : '' ) ) . ' ' . ( '' === $alt ? '' : "“{$alt}”" ) );
}

/** The text of a value. Arrays become JSON. */
function text_of( mixed $value ): string {
	if ( is_scalar( $value ) ) {
		return is_bool( $value ) ? ( $value ? __( 'Yes', 'site-companion' ) : '' ) : (string) $value;
	}

	return null === $value || array() === $value ? '' : (string) wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
}
