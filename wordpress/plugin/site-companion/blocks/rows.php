<?php
/**
 * Converts between blocks in `post_content` and rows of `acf.blocks`. Blocks that are stored in the plugin's fields of a page are moved into
 * its content when the page is opened in the editor.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_filter( 'rest_prepare_page', __NAMESPACE__ . '\omit_rendered_blocks', 10, 2 );
add_filter( 'rest_prepare_autosave', __NAMESPACE__ . '\omit_rendered_blocks', 10, 2 );
// After `wp_filter_post_kses`.
add_filter( 'content_save_pre', __NAMESPACE__ . '\decode_texts_of_blocks', 20 );
add_action( 'load-post.php', __NAMESPACE__ . '\move_blocks_of_edited_page' );

/** Whether a text contains blocks of this plugin, at any depth. Does not look into synced patterns. */
function has_blocks_of_site( string $content ): bool {
	return str_contains( $content, '<!-- wp:' . BLOCK_NAMESPACE );
}

/**
 * The rows of `acf.blocks` for the content of a page; null if it contains no block of this plugin. Other blocks between them become
 * rows of the layout `text`.
 */
function rows_of_content( string $content ): ?array {
	$blocks = flatten_blocks( parse_blocks( $content ) );
	$is_own = static fn( array $block ): bool => is_block_of_site( $block );
	if ( array() === array_filter( $blocks, $is_own ) ) {
		return null;
	}
	$rows    = array();
	$pending = '';
	foreach ( $blocks as $block ) {
		if ( ! is_block_of_site( $block ) ) {
			$pending .= serialize_block( $block );
			continue;
		}
		array_push( $rows, ...rows_of_other_blocks( $pending ), ...array( row_of_block( $block ) ) );
		$pending = '';
	}

	return array( ...$rows, ...rows_of_other_blocks( $pending ) );
}

function is_block_of_site( array $block ): bool {
	return str_starts_with( (string) $block['blockName'], BLOCK_NAMESPACE );
}

/**
 * Moves blocks of this plugin within groups and synced patterns to the top level. Leaves out hidden blocks, and patterns that are not
 * published or within themselves, as WordPress does.
 *
 * @param int[] $around The synced patterns around the blocks.
 */
function flatten_blocks( array $blocks, array $around = array() ): array {
	$flat = array();
	foreach ( $blocks as $block ) {
		if ( false === ( $block['attrs']['metadata']['blockVisibility'] ?? null ) ) {
			continue;
		}
		$inner   = $block['innerBlocks'];
		$pattern = 'core/block' === $block['blockName'] ? (int) ( $block['attrs']['ref'] ?? 0 ) : null;
		if ( null !== $pattern ) {
			$inner = in_array( $pattern, $around, true ) ? array() : blocks_of_pattern( get_post( $pattern ) );
		}
		$inner = array() === $inner ? array() : flatten_blocks( $inner, array( ...$around, ...array_filter( array( $pattern ) ) ) );
		array_push( $flat, ...( array() === array_filter( $inner, __NAMESPACE__ . '\is_block_of_site' ) ? array( $block ) : $inner ) );
	}

	return $flat;
}

function blocks_of_pattern( ?WP_Post $pattern ): array {
	$is_shown = 'wp_block' === $pattern?->post_type && 'publish' === $pattern->post_status && '' === $pattern->post_password;

	return $is_shown ? parse_blocks( $pattern->post_content ) : array();
}

function rows_of_other_blocks( string $content ): array {
	if ( '' === trim( $content ) ) {
		return array();
	}
	$html = trim( apply_filters( 'the_content', $content ) ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
	$row  = array(
		'acf_fc_layout' => 'text',
		'label'         => '',
		'headline'      => '',
		'html'          => $html,
	);

	return '' === $html ? array() : array( $row );
}

/** The row of a block. An unknown section returns the row that it keeps, which may be any JSON value. */
function row_of_block( array $block ): mixed {
	if ( UNKNOWN_BLOCK === $block['blockName'] ) {
		return json_decode( (string) ( $block['attrs']['row'] ?? '' ), true );
	}
	$layout = layout_of_block( $block['blockName'] );
	$fields = $block['attrs']['fields'] ?? array();

	return array( 'acf_fc_layout' => $layout ) + ( is_array( $fields ) ? $fields : array() );
}

function is_known_row( mixed $row ): bool {
	return is_array( $row ) && is_string( $row['acf_fc_layout'] ?? null ) && isset( block_layouts()[ $row['acf_fc_layout'] ] );
}

/**
 * For users without the capability `unfiltered_html`, WordPress cleans every attribute of a block as HTML, so an `&` becomes `&amp;` also in
 * addresses and plain texts, which the site and the editor do not decode.
 *
 * @param string $content With slashes.
 */
function decode_texts_of_blocks( string $content ): string {
	return false === has_filter( 'content_save_pre', 'wp_filter_post_kses' ) || ! has_blocks_of_site( $content )
		? $content
		: wp_slash( serialize_blocks( array_map( __NAMESPACE__ . '\with_decoded_texts', parse_blocks( wp_unslash( $content ) ) ) ) );
}

function with_decoded_texts( array $block ): array {
	$block['innerBlocks'] = array_map( __NAMESPACE__ . '\with_decoded_texts', $block['innerBlocks'] );
	if ( is_block_of_site( $block ) && is_array( $block['attrs']['fields'] ?? null ) ) {
		$block['attrs']['fields'] = decode_plain_texts( fields_of_layout( layout_of_block( $block['blockName'] ) ) ?? array(), $block['attrs']['fields'] );
	}

	return $block;
}

/** @param array $fields Descriptions of the fields. */
function decode_plain_texts( array $fields, array $values ): array {
	$decode = static fn( mixed $value ): mixed => is_string( $value ) ? clean_text( wp_specialchars_decode( $value, ENT_QUOTES ) ) : $value;
	foreach ( array_intersect_key( array_column( $fields, null, 'name' ), $values ) as $name => $field ) {
		$value           = $values[ $name ];
		$values[ $name ] = match ( $field['type'] ) {
			'html'  => $value,
			'list'  => is_array( $value ) ? array_map( static fn( mixed $row ): mixed => is_array( $row ) ? decode_plain_texts( $field['fields'], $row ) : $row, $value ) : $value,
			default => map_deep( $value, $decode ),
		};
	}

	return $values;
}

/** The content of a page for rows of `acf.blocks`. */
function content_of_rows( array $rows ): string {
	return implode( "\n\n", array_map( __NAMESPACE__ . '\block_of_row', $rows ) );
}

/** Replaces the content of a page with rows of `acf.blocks`. Returns false and changes nothing if the content has no blocks of this plugin. */
function replace_blocks_in_content( WP_Post $post, mixed $rows ): bool {
	if ( 'page' !== $post->post_type || acf_edits_blocks( $post ) || null === rows_of_content( $post->post_content ) ) {
		return false;
	}
	wp_update_post(
		array(
			'ID'           => $post->ID,
			'post_content' => wp_slash( content_of_rows( is_array( $rows ) ? array_values( $rows ) : array() ) ),
		)
	);

	return true;
}

function block_of_row( mixed $row ): string {
	if ( ! is_known_row( $row ) ) {
		$json = wp_json_encode( $row, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION );
		return block_comment( UNKNOWN_BLOCK, array( 'row' => (string) $json ) );
	}
	$fields = array_diff_key( $row, array( 'acf_fc_layout' => 1 ) );

	return block_comment( block_name( $row['acf_fc_layout'] ), array() === $fields ? array() : array( 'fields' => $fields ) );
}

function block_comment( string $name, array $attributes ): string {
	return get_comment_delimited_block_content( $name, $attributes, '' );
}

/** Empties `content.rendered` of a page with blocks of this plugin, because `acf.blocks` already has the whole content. */
function omit_rendered_blocks( mixed $response, WP_Post $post ): mixed {
	$page = 'revision' === $post->post_type ? get_post( $post->post_parent ) : $post;
	if (
		isset( $response->data['content']['rendered'] )
		&& $page && 'page' === $page->post_type && ! acf_edits_blocks( $page )
		&& null !== rows_of_content( $post->post_content )
	) {
		$response->data['content']['rendered'] = '';
	}

	return $response;
}

function move_blocks_of_edited_page(): void {
	$post = get_post( absint( $_GET['post'] ?? 0 ) ); // phpcs:ignore WordPress.Security.NonceVerification
	if ( $post && 'page' === $post->post_type && current_user_can( 'edit_post', $post->ID ) ) {
		move_stored_blocks( $post );
	}
}

/** Sections in the content take precedence. Otherwise the text of the page goes below its hero, where the site shows it. */
function move_stored_blocks( WP_Post $post ): void {
	global $wpdb;

	$fields = stored_fields( $post->ID );
	$rows   = $fields['blocks'] ?? null;
	if ( ! is_array( $rows ) || ! array_is_list( $rows ) || acf_edits_blocks( $post ) ) {
		return;
	}
	if ( null === rows_of_content( $post->post_content ) ) {
		$layout = is_array( $rows[0] ?? null ) ? $rows[0]['acf_fc_layout'] ?? '' : '';
		$heroes = in_array( $layout, array( 'hero', 'subpages_hero' ), true ) ? 1 : 0;
		$parts  = array( content_of_rows( array_slice( $rows, 0, $heroes ) ), $post->post_content, content_of_rows( array_slice( $rows, $heroes ) ) );
		$parts  = array_filter( $parts, static fn( string $part ): bool => '' !== trim( $part ) );
		// Not with `wp_update_post`, because what visitors see does not change: no revision, no new date.
		$wpdb->update( $wpdb->posts, array( 'post_content' => implode( "\n\n", $parts ) ), array( 'ID' => $post->ID ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		clean_post_cache( $post->ID );
	}
	store_fields( $post->ID, array_diff_key( $fields, array( 'blocks' => 1 ) ) );
}
