<?php
/**
 * The block that shows the fields of an item in the block editor (forms/form.js): instead of the text of a single item, and above the text of
 * an event. The text of an event is stored without it.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** What an editor has last entered in an item, as JSON, if it was invalid. Earlier versions of the plugin stored it beside the valid fields. */
const REJECTED_META = '_site_companion_fields_rejected';

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
foreach ( array( 'event', 'faq' ) as $type ) {
	add_filter( "rest_prepare_$type", __NAMESPACE__ . '\hide_meta_from_site', 10, 3 );
	add_action( "rest_after_insert_$type", static fn( WP_Post $post ) => delete_post_meta( $post->ID, REJECTED_META ) );
}

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

/** The editor needs the post meta. Everybody else reads `acf` and `seo`. */
function hide_meta_from_site( WP_REST_Response $response, WP_Post $post, WP_REST_Request $request ): WP_REST_Response {
	if ( 'edit' !== $request['context'] ) {
		$response->set_data( array_diff_key( $response->get_data(), array( 'meta' => 1 ) ) );
	}

	return $response;
}
