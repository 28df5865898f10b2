<?php
/**
 * Fakes of four SEO plugins, as a must-use plugin: what each of them registers and the companion plugin uses. The option
 * `fake_seo_plugin` says which one is active. All of them have the variable `%title%`.
 */

namespace {
	switch ( get_option( 'fake_seo_plugin' ) ) {
		case 'yoast':
			define( 'WPSEO_VERSION', '0' );
			function wpseo_replace_vars( $text, $post ) {
				return str_replace( '%title%', get_the_title( $post ), $text );
			}
			break;
		case 'seopress':
			define( 'SEOPRESS_VERSION', '0' );
			break;
		case 'aioseo':
			function aioseo() {
				$reader = new class() {
					public function getMetaData( $post ) {
						return (object) get_post_meta( $post->ID, '_fake_aioseo', true );
					}
					public function prepareTitle( $text, $id ) {
						return str_replace( '%title%', get_the_title( $id ), $text );
					}
					public function prepareDescription( $text, $id ) {
						return $this->prepareTitle( $text, $id );
					}
				};
				$parts  = array_fill_keys( array( 'metaData', 'title', 'description' ), $reader );
				return (object) array( 'meta' => (object) $parts );
			}
			break;
	}
}

namespace RankMath {
	if ( 'rank-math' === get_option( 'fake_seo_plugin' ) ) {
		class Helper {
			public static function replace_vars( $text, $post ) {
				return str_replace( '%title%', get_the_title( $post ), $text );
			}
		}
	}
}
