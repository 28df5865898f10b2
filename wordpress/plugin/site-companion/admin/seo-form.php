<?php
/**
 * The panel "Search and sharing" of the block editor.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_seo_panel' );
add_filter( '_wp_post_revision_field_' . SEO_META, __NAMESPACE__ . '\show_seo_of_revision', 10, 3 );

/** What the preview shows for the empty fields of an item. */
function seo_preview_of( WP_Post $post ): array {
	return array(
		'description' => own_description( $post ),
		'slug'        => $post->post_name,
		'path'        => 'auto-draft' === $post->post_status ? '/' : site_path_of( $post ) ?? '/',
		'directory'   => 'event' === $post->post_type ? '/events/' : '/',
	);
}

/** What the preview shows for the empty fields of the home page or the FAQ page, whose title and address are fixed. */
function seo_preview_of_page( string $type ): array {
	return array(
		'isFixed'     => true,
		'title'       => HOMEPAGE === $type ? '' : 'FAQ',
		'description' => HOMEPAGE === $type ? stored_site()['description'] : plain_text( (string) ( single_values( FAQPAGE )['under_headline_content_html'] ?? '' ) ),
		'path'        => (string) site_path( $type, '' ),
	);
}

/** In the comparison of revisions, which `compare_fields_of_revisions` extends. */
function show_seo_of_revision( mixed $value, string $name, mixed $revision ): string {
	if ( ! $revision instanceof WP_Post ) {
		return '';
	}

	return implode( "\n", field_lines( seo_fields(), stored_seo( $revision->ID ) ) );
}

/** The field "Description" of a page; empty for other items. */
function own_description( WP_Post $post ): string {
	$description = read_fields( $post->ID )['description'] ?? '';

	return is_string( $description ) ? plain_text( $description ) : '';
}

function enqueue_seo_panel(): void {
	// SEO plugins have no fields for the home page and the FAQ page of the site.
	$page = edited_item( array( HOMEPAGE, FAQPAGE ) );
	$item = has_seo_plugin() ? null : edited_item( TYPES_WITH_SEO );
	if ( $page ) {
		enqueue_seo_script( seo_preview_of_page( $page->post_type ) );
	} elseif ( $item ) {
		enqueue_seo_script( seo_preview_of( $item ) );
	}
}

/** @param array $panel What the site uses for empty fields. */
function enqueue_seo_script( array $panel ): void {
	$site = site_address();
	$data = array(
		'site'   => array(
			'url'         => '' === $site ? home_url() : $site,
			'name'        => name_of_site(),
			'description' => stored_site()['description'],
		),
		'meta'   => SEO_META,
		'empty'  => empty_seo(),
		'fields' => seo_fields(),
		'panel'  => $panel,
	);
	enqueue_field_controls();
	enqueue_style( 'admin/seo.css', array( 'site-companion-blocks' ) );
	enqueue_script( 'admin/seo.js', array( 'site-companion-fields', 'wp-data', 'wp-editor', 'wp-element', 'wp-i18n', 'wp-plugins' ) );
	wp_add_inline_script( 'site-companion-seo', 'var siteCompanionSeo = ' . wp_json_encode( $data ) . ';', 'before' );
}
