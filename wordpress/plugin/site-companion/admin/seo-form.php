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

/** In the comparison of revisions, which `compare_fields_of_revisions` extends. */
function show_seo_of_revision( mixed $value, string $name, mixed $revision ): string {
	return $revision instanceof WP_Post ? implode( "\n", field_lines( seo_fields(), stored_seo( $revision->ID ) ) ) : '';
}

function enqueue_seo_panel(): void {
	// SEO plugins have no fields for the home page and the FAQ page of the site.
	$post = edited_item( array( HOMEPAGE, FAQPAGE, ...( has_seo_plugin() ? array() : TYPES_WITH_SEO ) ) );
	if ( ! $post ) {
		return;
	}
	$site = site_address();
	$data = array(
		'site'   => array(
			'url'         => '' === $site ? home_url() : $site,
			'name'        => name_of_site(),
			'description' => stored_site()['description'],
		),
		'meta'   => SEO_META,
		'fields' => seo_fields(),
		'panel'  => isset( SINGLE_ITEMS[ $post->post_type ] ) ? seo_defaults_of_page( $post->post_type ) : seo_defaults_of( $post ),
	);
	enqueue_field_controls();
	enqueue_style( 'admin/seo.css', array( 'site-companion-blocks' ) );
	enqueue_script( 'admin/seo.js', array( 'site-companion-fields', 'wp-data', 'wp-editor', 'wp-element', 'wp-i18n', 'wp-plugins' ) );
	wp_add_inline_script( 'site-companion-seo', 'var siteCompanionSeo = ' . wp_json_encode( $data ) . ';', 'before' );
}

/** What the preview shows for the empty fields of an item. A page has a field "Description". */
function seo_defaults_of( WP_Post $post ): array {
	$description = read_fields( $post->ID )['description'] ?? '';

	return array(
		'description' => is_string( $description ) ? plain_text( $description ) : '',
		'slug'        => $post->post_name,
		'path'        => 'auto-draft' === $post->post_status ? '/' : site_path_of( $post ) ?? '/',
		'directory'   => 'event' === $post->post_type ? '/events/' : '/',
	);
}

/** What the preview shows for the empty fields of the home page or the FAQ page, whose title and address are fixed. */
function seo_defaults_of_page( string $type ): array {
	return array(
		'isFixed'     => true,
		'title'       => HOMEPAGE === $type ? '' : 'FAQ',
		'description' => HOMEPAGE === $type ? stored_site()['description'] : plain_text( (string) ( single_values( FAQPAGE )['under_headline_content_html'] ?? '' ) ),
		'path'        => (string) site_path( $type, '' ),
	);
}
